#include "results/hdf5/library.hpp"

#include "results/hdf5/handle.hpp"

namespace results {

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  hdf5::check(H5get_libversion(&major, &minor, &release), "asking HDF5 for its version");
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

} // namespace results
