#include "results/page/kept_predictions.hpp"

#include <cmath>

#include "results/page/report_page.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Two methods, two replicates of two test points each.
Results with_predictions() {
  Results all = handmade::methods({{"a", {1, 2}}, {"b", {2, 3}}});
  all.rows.series["prediction"] = {{0, 0, 1, 1, 2, 2},
                                   {{"observation", {0, 1, 0, 1, 0, 1}},
                                    {"label", {1, -1, 1, 1, -1, 1}},
                                    {"probability", {0.95, 0.05, 0.92, 0.97, 0.25, 1}}}};
  return all;
}

} // namespace

TEST_CASE("reliability is over the test points of all replicates of a setting", "[page][reliability]") {
  const auto all = kept_reliability(with_predictions());
  REQUIRE(all.size() == 2);
  CHECK(all[0].place == "<a>");
  CHECK(all[0].bins.front().count == 1);
  CHECK(all[0].bins.back().count == 3);
  CHECK(all[0].bins.back().share_of_positives == 1);
  CHECK(all[1].bins[2].count == 1);
  CHECK(all[1].bins[2].share_of_positives == 0);
}

TEST_CASE("what is no probability of two classes is in no diagram", "[page][reliability]") {
  Results results = with_predictions();
  results.rows.series["prediction"].columns["probability"] = {std::nan(""), 2, -1, 0.5, 0.5, 0.5};
  results.rows.series["prediction"].columns["label"] = {1, 1, 1, 3, -1, 2};
  const auto all = kept_reliability(results);
  REQUIRE(all.size() == 1);
  CHECK(all[0].place == "<b>");
  CHECK(kept_reliability(handmade::table()).empty());
  results.rows.series["prediction"].columns.erase("label");
  CHECK(kept_reliability(results).empty());
}

TEST_CASE("a page draws the first diagrams of many and says how many there are", "[page][reliability]") {
  std::map<std::string, std::vector<double>> errors;
  for (std::size_t i = 0; i <= most_diagrams; ++i) errors["method " + std::to_string(i)] = {1};
  Results results = handmade::methods(errors);
  SeriesTable& table = results.rows.series["prediction"];
  for (std::size_t i = 0; i <= most_diagrams; ++i) {
    table.row.push_back(static_cast<std::int32_t>(i));
    table.columns["label"].push_back(1);
    table.columns["probability"].push_back(0.5);
  }
  const std::string section = reliability_section(results);
  CHECK(occurrences(section, "<figure>") == most_diagrams);
  CHECK_THAT(section, Catch::Contains("48 reliability diagrams, the first of 49"));
}

TEST_CASE("the page has a diagram for each setting that keeps its predictions, and none without",
          "[page][reliability]") {
  CHECK(xml::read(report_page(with_predictions())).all("g", "bin").size() == 4);
  CHECK(xml::read(report_page(handmade::table())).all("g", "bin").empty());
}
