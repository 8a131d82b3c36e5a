#include "core/contract.hpp"
#include "datasets/readers/arff.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/table.hpp"

bool fuzz::arff(std::string_view bytes) {
  try {
    expect_even(datasets::readers::read_arff({"file.arff", std::string(bytes)}));
    return true;
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
}
