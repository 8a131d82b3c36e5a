#include "results/hdf5/inspect.hpp"
#include "results/hdf5/model_file.hpp"
#include "results/hdf5/read_results.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/hdf5_text.hpp"
#include "tests/fuzz/memory_file.hpp"

// The bytes are read as a file, as they are: the seal refuses nearly all of them. Sealing damaged bytes again
// would reach HDF5, but what it does with them is known and not ours to mend (results/hdf5/seal.hpp: the
// library crashes or hangs on one such file in seventy, which is why a file has a seal). So the second file
// is sound HDF5 of hostile content: the bytes are taken for a text of hdf5_text.hpp, which says what groups,
// datasets, types, shapes and values to write, HDF5 writes them, and our readers meet every layout that HDF5
// can read.
namespace {

template <class Read>
void expect_read_or_refused(Read read, std::string_view bytes) {
  const fuzz::MemoryFile file(bytes);
  try {
    read(file.path());
  } catch (const core::UserError&) { // refused, as documented
  }
}

} // namespace

void fuzz::hdf5(std::string_view bytes) {
  expect_read_or_refused(results::read_results, bytes);
  expect_read_or_refused(results::read_model, bytes);
  const std::string sealed = hdf5_file(bytes);
  expect_read_or_refused(results::read_results, sealed);
  expect_read_or_refused(results::read_model, sealed);
  expect_read_or_refused(results::describe, sealed);
}
