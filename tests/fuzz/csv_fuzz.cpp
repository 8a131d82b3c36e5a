#include "core/contract.hpp"
#include "datasets/readers/csv.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/table.hpp"

/// The first byte is the delimiter where it is one of the four, the second H where the file has a header.
bool fuzz::csv(std::string_view bytes) {
  using namespace datasets::readers;
  if (bytes.size() < 2) return false;
  const bool is_delimiter = std::string_view(",;\t ").find(bytes[0]) != std::string_view::npos;
  const CsvFormat format{
      is_delimiter ? bytes[0] : ',', bytes[1] == 'H' ? Header::first_line : Header::none, {"?", "NA"}};
  try {
    expect_even(read_csv({"file.csv", std::string(bytes.substr(2))}, format));
    return true;
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
}
