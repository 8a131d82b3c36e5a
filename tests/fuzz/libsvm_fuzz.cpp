#include "core/contract.hpp"
#include "datasets/readers/libsvm.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/table.hpp"

bool fuzz::libsvm(std::string_view bytes) {
  try {
    expect_even(datasets::readers::read_libsvm({"file.libsvm", std::string(bytes)}));
    return true;
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
}
