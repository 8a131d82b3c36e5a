#include "results/format/rows.hpp"

#include <cmath>
#include <cstdlib>

#include "results/record/record.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using Records = std::vector<std::vector<std::string>>;

std::size_t column(const Records& records, const std::string& name) {
  const auto found = std::find(records[0].begin(), records[0].end(), name);
  REQUIRE(found != records[0].end());
  return static_cast<std::size_t>(found - records[0].begin());
}

} // namespace

TEST_CASE("the rows are every replicate at every place of the design, bit for bit", "[report][rows]") {
  for (const Results& results : {handmade::table(), handmade::sweep(), handmade::hostile()}) {
    const Records records = read_back::csv_records(rows_of(results));
    std::size_t next = 1;
    for (const Point& point : results.card.points)
      for (std::size_t row = 0; row < results.rows.size(); ++row) {
        if (results.rows.setting[row] != point.setting) continue;
        REQUIRE(next < records.size());
        const auto& fields = records[next++];
        REQUIRE(fields.size() == records[0].size());
        CHECK(fields[column(records, "replicate")] == std::to_string(results.rows.replicate[row]));
        for (const auto& [name, values] : results.rows.values) {
          const std::string& text = fields[column(records, name)];
          CHECK(text.empty() == std::isnan(values[row]));
          if (!text.empty()) CHECK(same_bits(std::strtod(text.c_str(), nullptr), values[row]));
        }
      }
    CHECK(next == records.size());
  }
}

TEST_CASE("of a failed replicate the rows have the word and no number", "[report][rows]") {
  const Records records = read_back::csv_records(rows_of(handmade::table()));
  std::size_t failed = 0;
  for (const auto& fields : records)
    if (fields[column(records, "status")] == "failed") {
      ++failed;
      CHECK(fields[column(records, "gkl")].empty());
    }
  CHECK(failed == 1);
}

TEST_CASE("an axis that is called like another column keeps both", "[report][rows]") {
  Results results = handmade::methods({{"a", {1, 2}}});
  results.card.axes.push_back({"replicate", "R", false, {{"x", "x"}}});
  results.card.axes.push_back({"error_percent", "E", false, {}});
  results.card.points[0].at["replicate"] = "x";
  const Records records = read_back::csv_records(rows_of(results));
  CHECK(records[1][column(records, "axis_replicate")] == "x");
  CHECK(records[1][column(records, "replicate")] == "0");
  CHECK(records[2][column(records, "error_percent")] == "2");
  column(records, "axis_error_percent");
}

TEST_CASE("of a study of which nothing has been run the rows are their header",
          "[report][rows][degenerate]") {
  Results results = handmade::table();
  results.rows = {};
  CHECK(read_back::csv_records(rows_of(results)).size() == 1);
}
