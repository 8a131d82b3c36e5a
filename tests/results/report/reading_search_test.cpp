#include "results/report/panels/reading_search.hpp"

#include <cmath>
#include <random>

#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade_searches.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using Offsets = std::vector<std::vector<double>>;

ReadingSearch search_of(const Results& results) {
  return search_readings(tabulate(results), results.card, *results.card.layout.panel("reading_search"));
}

std::string notes_of(const Results& results) {
  const Table table = tabulate(results);
  const Panel panel = reading_search_panel().panel({results, table, {"reading_search"}});
  std::string out;
  for (const Section& section : panel.notes)
    for (const std::string& line : section.lines) out += line + "\n";
  return out;
}

/// Six readings on four data sets, each off by noise of this size on each.
Offsets noise(unsigned seed, double size) {
  std::mt19937 engine(seed);
  Offsets out(6, std::vector<double>(4));
  for (auto& reading : out)
    for (double& offset : reading)
      offset = size * (static_cast<double>(engine()) / 2147483648.0 - 1); // the standard fixes its bits
  return out;
}

} // namespace

TEST_CASE("the distance of each reading on each data set is the one computed by hand", "[search]") {
  const ReadingSearch search = search_of(handmade::search({{0.003, -0.004}, {0.001, 0.002}}, {"set_1"}));
  REQUIRE(search.blocks.size() == 2);
  REQUIRE(search.blocks[0].size() == 2);
  CHECK(search.blocks[0][0].value == Approx(0.003).epsilon(1e-9));
  CHECK(search.blocks[0][1].value == Approx(0.004).epsilon(1e-9));
  CHECK(search.blocks[1][0].value == Approx(0.001).epsilon(1e-9));
  // ours (.001), the paper's (.001), its rounding .001 / sqrt(12)
  CHECK(search.blocks[0][0].errors_alone == Approx(1e-3 * std::sqrt(2 + 1.0 / 12)).epsilon(1e-9));
  REQUIRE(search.choices.size() == 1);
  CHECK(search.choices[0].tried == 2);
  CHECK(search.choices[0].own.value == Approx(0.004).epsilon(1e-9));
}

TEST_CASE("a choice looks at nothing but the data sets it is made on", "[search]") {
  // the second is nearest on the first two data sets, the third everywhere else by far
  Offsets offsets{{0.02, 0.02, 0.02, 0.02}, {0.001, 0.001, 0.09, 0.09}, {0.03, 0.03, 0, 0}};
  const ReadingChoice chosen = search_of(handmade::search(offsets, {"set_1", "set_2"})).choices.at(0);
  CHECK(chosen.chosen == 1);
  CHECK(chosen.there.value == Approx(0.001).epsilon(1e-9));
  CHECK(chosen.predicts.value == Approx(0.09).epsilon(1e-9));
  CHECK(chosen.rank == 3);
  CHECK(chosen.nearest == 2);
  for (auto& reading : offsets) std::swap(reading[2], reading[3]), reading[2] *= -0.5;
  CHECK(search_of(handmade::search(offsets, {"set_1", "set_2"})).choices.at(0).chosen == 1);
}

TEST_CASE("where one reading is true it is found from every other data set, and borne out", "[search]") {
  Offsets offsets = noise(7, 0.05);
  for (auto& reading : offsets) // each wrong one is off by .01 and more everywhere
    for (double& offset : reading) offset += std::copysign(0.01, offset);
  for (double& offset : offsets[4]) offset = 0.0005;
  const Results results = handmade::search(offsets);
  const ReadingSearch search = search_of(results);
  REQUIRE(search.choices.size() == 4); // each data set predicted by the three others
  for (const ReadingChoice& one : search.choices) {
    CHECK(one.chosen == 4);
    CHECK(one.chosen_on.size() == 3);
    CHECK(one.borne_out());
    CHECK(one.predicts.value < one.predicts.errors_alone);
  }
  CHECK_THAT(notes_of(results), Catch::Contains("6 readings were tried") &&
                                    Catch::Contains("Borne out on Set 1: the nearest of 6 there, too (by "
                                                    "chance 1 in 6)"));
}

TEST_CASE("where every reading is noise the chosen one is borne out as often as chance has it", "[search]") {
  int borne_out = 0;
  constexpr int studies = 300;
  for (unsigned seed = 1; seed <= studies; ++seed)
    borne_out += search_of(handmade::search(noise(seed, 0.05), {"set_1", "set_2"})).choices.at(0).borne_out();
  const double expected = studies / 6.0, sd = std::sqrt(studies * (1 / 6.0) * (5 / 6.0));
  CHECK(std::abs(borne_out - expected) < 4 * sd);
  CHECK_THAT(notes_of(handmade::search({{0.05, 0.01}, {0.001, 0.05}}, {"set_1"})),
             Catch::Contains("Not borne out on Set 2: number 2 of 2 there"));
}

TEST_CASE("readings with the same cells on the data sets of a choice are one, the study's own first",
          "[search][degenerate]") {
  // the third and fourth change the second data set alone
  Results results = handmade::search({{0.01, 0.03}, {0.02, 0.001}, {0.01, 0}, {0.02, 0}}, {"set_1"});
  handmade::share_first_data_set(results, 2, 0);
  handmade::share_first_data_set(results, 3, 1);
  const ReadingChoice one = search_of(results).choices.at(0);
  CHECK(one.tried == 2);
  CHECK(one.chosen == 0);
  CHECK(one.among == 2); // the first two
  CHECK(one.rank == 2);
}

TEST_CASE("a reading whose mean is infinite where the paper's is not is never the nearest",
          "[search][degenerate]") {
  const double inf = std::numeric_limits<double>::infinity();
  const ReadingSearch search = search_of(handmade::search({{0.03, 0.03}, {inf, 0}}, {"set_1"}));
  CHECK(std::isinf(search.blocks[1][0].value));
  CHECK(search.choices.at(0).chosen == 0);
}

TEST_CASE("a study without a search has nothing of it in its report", "[search]") {
  Results results = handmade::search({{0.01, 0.01}, {0.02, 0.02}});
  results.card.layout.panels.clear();
  CHECK(notes_of(results).empty());
}
