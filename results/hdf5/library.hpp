#pragma once
#include <string>

namespace results {

/// The HDF5 library this program runs on, such as 1.10.8.
std::string hdf5_version();

} // namespace results
