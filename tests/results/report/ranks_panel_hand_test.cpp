#include "results/report/panels/compose.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The hand-made study with the panel beside it.
Results ranked(const std::string& ties) {
  Results results = handmade::data_sets();
  results.card.layout.panels = {{"ranks",
                                 {{"over", {"data"}},
                                  {"among", {"method"}},
                                  {"values", {"beta", "klr", "platt", "bins"}},
                                  {"of", {"mse", "mcre"}},
                                  {"decimals", {"4"}},
                                  {"ties", {ties}}}}};
  return results;
}

/// Where a row of the long form stands; an averaged axis has no value.
Coordinates place_of(const LongRow& row) {
  Coordinates at = row.at;
  std::erase_if(at, [](const auto& one) { return one.second.empty(); });
  return at;
}

std::vector<Grid> grids_of(const Results& results) {
  std::vector<Grid> out;
  for (const Grid& grid : compose(results).grids)
    if (grid.title.find("average ranks") != std::string::npos) out.push_back(grid);
  return out;
}

} // namespace

TEST_CASE("the ranks beside a table are those that rank_over puts into it", "[ranks]") {
  for (const Ties ties : {Ties::smallest, Ties::average}) {
    Results results = ranked(ties == Ties::average ? "average" : "smallest");
    results.card.layout.rank_over->ties = ties;
    const Document document = compose(results);
    std::size_t compared = 0;
    for (const LongRow& row : document.long_form)
      for (const LongRow& other : document.long_form) {
        const bool same = row.fields[0] == "rank_mse" && other.fields[0] == "rank_mse" && &row != &other &&
                          place_of(other) == place_of(row) && !place_of(row).contains("data");
        if (!same) continue;
        ++compared;
        CHECK(std::stod(row.fields[3]) == Approx(std::stod(other.fields[3])).margin(0.051));
      }
    CHECK(compared >= 8);
  }
}

TEST_CASE("there is a grid for each place of the other axes, its rows in the order asked for", "[ranks]") {
  const auto grids = grids_of(ranked("smallest"));
  REQUIRE(grids.size() == 2);
  CHECK(grids[0].title.ends_with("average ranks, Linear"));
  REQUIRE(grids[0].rows.size() == 4);
  CHECK(grids[0].rows[0].labels == std::vector<std::string>{"Beta"});
  CHECK(grids[0].columns() == 2);
}

TEST_CASE("average ranks among four values sum to ten, level ones included", "[ranks]") {
  for (const Grid& grid : grids_of(ranked("average"))) {
    double sum = 0;
    for (const GridRow& row : grid.rows) sum += std::stod(row.entries[0].text);
    CHECK(sum == Approx(1 + 2 + 3 + 4).margin(0.021)); // ties share the mean of the ranks they take up
  }
}

TEST_CASE("a study that does not ask for ranks has no such grid", "[ranks]") {
  CHECK(grids_of(handmade::data_sets()).empty());
}
