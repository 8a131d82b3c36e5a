#include <cmath>
#include <limits>

#include "results/report/panels/readings.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_readings.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Distances distances_of(const Results& results) {
  return distances(tabulate(results), results.card, results.card.layout.panel("readings")->list("metrics"));
}

/// The row of a reading.
const Distance& row(const Distances& distances, const std::vector<std::string>& labels) {
  for (const Distance& one : distances.rows)
    if (one.labels == labels) return one;
  throw std::logic_error("no such reading");
}

std::vector<std::vector<std::string>> order(const Distances& distances) {
  std::vector<std::vector<std::string>> out;
  for (const Distance& one : distances.rows)
    out.push_back({one.published, one.labels.at(0), one.labels.at(1)});
  return out;
}

Grid distances_as_grid(const Results& results) {
  const Table table = tabulate(results);
  return readings_panel().panel({results, table, *results.card.layout.panel("readings")}).grids.at(0);
}

} // namespace

TEST_CASE("distances to the published numbers are those computed by hand", "[distance]") {
  const Distances all = distances_of(handmade::readings());
  // Example 1 as printed, 20 intervals: gkl +.003, -.001 in the two classifiers, cre +.002, -.004
  const Distance& twenty = row(all, {"As printed", "20 intervals"});
  CHECK(twenty.cells == 4);
  CHECK(twenty.numbers == 4);
  CHECK(twenty.rms == Approx(std::sqrt((9 + 1 + 4 + 16) / 4.0) * 1e-3).epsilon(1e-9));
  CHECK(twenty.mean == Approx(0).margin(1e-12));
  // forensic, 10 intervals: gkl +.010, +.010, cre +.010, -.010
  const Distance& ten = row(all, {"Forensic", "10 intervals"});
  CHECK(ten.rms == Approx(0.010).epsilon(1e-9));
  CHECK(ten.mean == Approx(0.005).epsilon(1e-9));
}

TEST_CASE("verdicts are counted reading by reading", "[distance]") {
  const Results results = handmade::readings();
  const Distances all = distances_of(results);
  CHECK(row(all, {"Forensic", "10 intervals"}).counts[Verdict::off] == 4);
  CHECK(row(all, {"As printed", "20 intervals"}).counts[Verdict::off] == 0);
  std::size_t published = 0;
  for (const Distance& one : all.rows) published += one.counts.published();
  CHECK(published == verdict_counts(tabulate(results)).published());
}

TEST_CASE("readings stand in the order of the study, those of the same numbers together", "[distance]") {
  CHECK(order(distances_of(handmade::readings())) ==
        std::vector<std::vector<std::string>>{{"As printed, bracket", "As printed", "20 intervals"},
                                              {"As printed, bracket", "As printed", "10 intervals"},
                                              {"As printed, bracket", "Forensic", "20 intervals"},
                                              {"As printed, bracket", "Forensic", "10 intervals"},
                                              {"As printed, Platt's", "As printed", "Platt's"},
                                              {"As printed, Platt's", "Forensic", "Platt's"},
                                              {"Example 2, bracket", "Example 2", "20 intervals"},
                                              {"Example 2, bracket", "Example 2", "10 intervals"},
                                              {"Example 2, Platt's", "Example 2", "Platt's"}});
}

TEST_CASE("the closest reading is the best among those of the same numbers, alone none is", "[distance]") {
  const Distances all = distances_of(handmade::readings());
  std::vector<std::vector<std::string>> best;
  for (const Distance& one : all.rows)
    if (one.best) best.push_back(one.labels);
  CHECK(best == std::vector<std::vector<std::string>>{{"As printed", "20 intervals"},
                                                      {"Forensic", "Platt's"},
                                                      {"Example 2", "20 intervals"},
                                                      {"Example 2", "10 intervals"}}); // level as printed
}

TEST_CASE("a reading that lacks cells is not the closest, and an infinite mean is infinitely far",
          "[distance][degenerate]") {
  Results results = handmade::readings();
  for (std::size_t i = 0; i < results.rows.size(); ++i)
    if (results.rows.setting[i] == 0) results.rows.values["gkl"][i] = std::nan("");
  Distances all = distances_of(results);
  CHECK(row(all, {"As printed", "20 intervals"}).cells == 3);
  CHECK(row(all, {"As printed", "20 intervals"}).numbers == 4);
  CHECK_FALSE(row(all, {"As printed", "20 intervals"}).best);
  CHECK(distances_as_grid(results).rows.front().entries.front().text == "3/4");
  results.rows.values["gkl"].front() = std::numeric_limits<double>::infinity();
  all = distances_of(results);
  CHECK(std::isinf(row(all, {"As printed", "20 intervals"}).rms));
  CHECK_FALSE(row(all, {"As printed", "20 intervals"}).best);
}

TEST_CASE("only the metrics asked for enter the distance", "[distance]") {
  Results results = handmade::readings();
  handmade::request(results, "readings").parameters["metrics"] = {"cre"};
  const Distance one = row(distances_of(results), {"As printed", "20 intervals"});
  CHECK(one.cells == 2);
  CHECK(one.rms == Approx(std::sqrt(10e-6)).epsilon(1e-9));
  CHECK(one.mean == Approx(-0.001).epsilon(1e-9));
}

TEST_CASE("readings nobody published have no distance", "[distance]") {
  Results results = handmade::readings();
  std::erase_if(results.card.published, [](const Published& p) { return p.at.at("method") == "platt"; });
  CHECK(distances_of(results).rows.size() == 6);
}

TEST_CASE("the grid prints what was computed, the closest strong", "[distance]") {
  const Grid grid = distances_as_grid(handmade::readings());
  CHECK(grid.title == "wang2008/readings: distance to the published numbers, GKL, CRE");
  CHECK(grid.stub == std::vector<std::string>{"Published", "Data", "Method"});
  const auto& entries = grid.rows.front().entries;
  REQUIRE(entries.size() == 6);
  CHECK(entries[0].text == "4");
  CHECK(entries[1].text == "0.0027");
  CHECK(entries[1].strong);
  CHECK(entries[2].text == "0.0000");
  CHECK_FALSE(grid.rows[1].entries[1].strong);
}
