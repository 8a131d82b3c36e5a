#include "core/contract.hpp"
#include "datasets/readers/libsvm.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/table.hpp"

void fuzz::libsvm(std::string_view bytes) {
  try {
    expect_even(datasets::readers::read_libsvm({"file.libsvm", std::string(bytes)}));
  } catch (const core::UserError&) { // refused, as documented
  }
}
