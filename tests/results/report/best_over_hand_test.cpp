#include <cmath>

#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/heat_map.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade_table2.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The handmade Table 2 with the neighbourhoods collapsed.
Results collapsed() {
  Results results = handmade::table2();
  results.card.layout.columns = {"method"};
  results.card.layout.best_over = "neighbours";
  return results;
}

const TableCell& cell(const Table& table, std::size_t row, const std::string& method,
                      const std::string& metric) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].at.at("method") == method && table.columns[c].metric.name == metric)
      return *table.rows.at(row).cells[c];
  throw std::logic_error("no such column");
}

/// Gives one setting these values of a metric.
void set(Results& results, std::int32_t setting, const std::string& metric,
         const std::vector<double>& values) {
  auto& column = results.rows.values.at(metric);
  std::copy(values.begin(), values.end(), column.begin() + 5 * setting);
}

} // namespace

TEST_CASE("each metric shows its own best value of the collapsed axis, nondegenerate replicates only",
          "[best_over]") {
  const Table table = tabulate(collapsed());
  REQUIRE(table.columns.size() == 6);
  REQUIRE(table.rows.size() == 2);
  // Example 1: gkl .600, .580 over 4 of 5, .580 over 5: the level one over more replicates
  CHECK(cell(table, 0, "nn", "gkl").chosen == "16");
  CHECK(cell(table, 0, "nn", "gkl").ours.mean == Approx(0.58).epsilon(1e-14));
  CHECK(cell(table, 0, "nn", "gkl").ours.used == 5);
  // test error .240, .230 over 4, .230 over 5
  CHECK(cell(table, 0, "nn", "test_error").chosen == "16");
  // Example 2: no average of gkl at any value; test errors .090, .088, .108 over all replicates
  CHECK(std::isnan(cell(table, 1, "nn", "gkl").ours.mean));
  CHECK(cell(table, 1, "nn", "gkl").chosen.empty());
  CHECK(cell(table, 1, "nn", "test_error").chosen == "9");
  CHECK(cell(table, 1, "nn", "test_error").ours.mean == Approx(0.088).epsilon(1e-14));
}

TEST_CASE("fewer replicates neither win nor lose against a worse average", "[best_over]") {
  Results results = collapsed();
  set(results, 2, "gkl", {0.59, 0.58, 0.57, 0.59, 0.58}); // 16 neighbours: .582, over one more than 9
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "9");
  set(results, 2, "gkl", {0.579, 0.58, 0.57, 0.59, 0.578}); // .5794, level with .580 to two digits only
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "16");
  results.card.layout.decimals = 1; // .6 everywhere: most replicates, then the first
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "4");
}

TEST_CASE("where larger is better the largest average is chosen", "[best_over]") {
  Results results = collapsed();
  results.card.metrics[1].smaller_is_better = false;
  CHECK(cell(tabulate(results), 1, "nn", "test_error").chosen == "16");
}

TEST_CASE("over all replicates an infinite average loses to every finite one", "[best_over]") {
  Results results = collapsed();
  results.card.layout.average = Average::all;
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "16");
  CHECK(std::isinf(cell(tabulate(results), 1, "nn", "gkl").ours.mean));
  CHECK(cell(tabulate(results), 1, "nn", "gkl").chosen.empty());
}

TEST_CASE("methods without a place on the collapsed axis are shown as they are", "[best_over]") {
  Results wide = handmade::table2();
  const Table table = tabulate(collapsed()), plain = tabulate(wide);
  CHECK(cell(table, 0, "plr", "gkl").chosen.empty());
  CHECK(cell(table, 0, "plr", "gkl").ours.mean == cell(plain, 0, "plr", "gkl").ours.mean);
}

TEST_CASE("points that are one computation leave nothing to choose", "[best_over]") {
  Results results = collapsed();
  for (Point& point : results.card.points)
    if (point.at.contains("neighbours")) point.setting = point.at.at("data") == "example1" ? 0 : 5;
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen.empty());
  CHECK(cell(tabulate(results), 0, "nn", "gkl").ours.mean == Approx(0.6));
}

TEST_CASE("published numbers have no place on the collapsed axis; one that has is counted as left over",
          "[best_over]") {
  Results results = collapsed();
  CHECK(tabulate(results).unplaced == 0);
  CHECK(cell(tabulate(results), 0, "nn", "gkl").published.value == "0.582");
  results.card.published.push_back(
      {{{"data", "example1"}, {"method", "nn"}, {"neighbours", "9"}}, "gkl", "0.5", ""});
  CHECK(tabulate(results).unplaced == 1);
}

TEST_CASE("an improvement is between the best values of what it is the improvement of", "[best_over]") {
  Results results = collapsed();
  results.card.layout.improvement = Improvement{.of = "test_error", .axis = "method", .over = "nn"};
  results.card.layout.metrics = {"test_error", "improvement_percent"};
  results.card.layout.best = "";
  const Table table = tabulate(results);
  // Example 2: 9 neighbours .088 over all five, ours .068
  CHECK(cell(table, 1, "bracket", "improvement_percent").ours.mean ==
        Approx(100 * (1 - 0.068 / 0.088)).epsilon(1e-12));
}

TEST_CASE("a heat map over other axes ignores the collapsed one", "[best_over]") {
  Results results = collapsed();
  const auto maps = heat_maps(tabulate(results), results.card, {"data", "method"});
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].cells[0][0]->ours.mean == Approx(0.58));
}

TEST_CASE("the choice stands beside the number and is called optimistic under the table", "[best_over]") {
  const Results results = collapsed();
  const Table table = tabulate(results);
  CHECK(flat(paper_grid(table).rows[0].entries[0]) == "0.580 (0.0071) k = 16");
  CHECK(flat(paper_grid(table).rows[1].entries[0]) == "-- [0/5]");
  CHECK(flat(paper_grid(table).rows[0].entries[2]) == "0.578 (0.0037)");
  bool said = false;
  for (const Section& section : compose(results).sections)
    for (const std::string& line : section.lines)
      said = said || (line.find("k in {4, 9, 16}") != std::string::npos &&
                      line.find("optimistic") != std::string::npos);
  CHECK(said);
}
