#include "results/report/panels/readings.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "core/contract.hpp"
#include "results/format/colour.hpp"
#include "results/format/text.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/heat_map.hpp"
#include "results/report/panels/reading_search.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using Offsets = std::vector<std::vector<double>>;

ReadingSearch search_of(const Results& results) {
  return search_readings(tabulate(results), results.card, *results.card.layout.panel("reading_search"));
}

std::string notes_of(const Results& results) {
  const Panel panel = reading_search_panel().panel({judge(results), {"reading_search"}});
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

TEST_CASE("a search over one data set predicts nothing, and its report has distances alone",
          "[search][degenerate]") {
  const Results results = handmade::search({{0.003}, {0.001}}, {});
  CHECK(search_of(results).choices.empty());
  CHECK(reading_search_panel().panel({judge(results), {"reading_search"}}).grids.size() == 1);
}

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
  return readings_panel().panel({judge(results), *results.card.layout.panel("readings")}).grids.at(0);
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
  CHECK(row(all, {"Forensic", "10 intervals"}).counts[Verdict::cannot_tell] == 4); // t 7 of four, z 2.7
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

namespace {

std::vector<HeatMap> maps_of(const Results& results) {
  return heat_maps(tabulate(results), results.card, results.card.layout.panel("heat_map")->list("axes"));
}

} // namespace

TEST_CASE("there is one map for each combination of the axes that are held", "[heat_map]") {
  const auto maps = maps_of(handmade::sweep());
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].title == "Heat map sweeps/lambda_sigma: GKL, Kernel linear");
  CHECK(maps[1].title == "Heat map sweeps/lambda_sigma: GKL, Kernel Gaussian");
  CHECK(maps[0].row_labels == std::vector<std::string>{"--"});
  CHECK(maps[1].row_labels == std::vector<std::string>{"0.5", "1", "2"});
  CHECK(maps[1].column_labels == std::vector<std::string>{"0.01", "0.1", "1", "10"});
}

TEST_CASE("there is one map for each shown metric, improvements included", "[heat_map]") {
  Results results = handmade::table();
  handmade::request(results, "heat_map").parameters["axes"] = {"classifier", "method"};
  const auto maps = maps_of(results);
  REQUIRE(maps.size() == 6); // 2 data sets x GKL, CRE, Improv.
  CHECK(maps[4].title == "Heat map wang2008/table1: Improv. %, Data Example 1");
  CHECK(maps[4].column_labels == std::vector<std::string>{"Tuned Platt's", "bracket (the paper's method)"});
  CHECK_FALSE(maps[4].smaller_is_better);
}

TEST_CASE("the map shows the cells of the table where its labels say", "[heat_map]") {
  const Results results = handmade::sweep();
  const HeatMap map = maps_of(results)[1];
  CHECK(map.cells[2][1]->at.at("sigma") == "2");
  CHECK(map.cells[2][1]->at.at("lambda") == "0.1");
  CHECK(map.cells[2][1]->ours.mean == tabulate(results).rows[3].cells[1]->ours.mean);
}

TEST_CASE("shades run from the least to the most finite mean, and infinity has none", "[heat_map]") {
  const HeatMap map = maps_of(handmade::sweep())[1];
  CHECK(map.shade(*map.cells[1][1]) == 0.0);
  CHECK(map.shade(*map.cells[0][3]) == 1.0);
  CHECK_FALSE(map.shade(*map.cells[2][3]).has_value());
  CHECK(map.is_best(*map.cells[1][1]));
  CHECK(map.is_best(*map.cells[1][2])); // level as printed
  CHECK_FALSE(map.is_best(*map.cells[0][1]));
}

TEST_CASE("one colour means one value in all maps of a metric on one data set", "[heat_map]") {
  const auto maps = maps_of(handmade::sweep());
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].scale_least == maps[1].scale_least);
  CHECK(maps[0].scale_most == maps[1].scale_most);
  CHECK(maps[0].scale_least == std::min(maps[0].least, maps[1].least));
  CHECK(maps[0].scale_most == std::max(maps[0].most, maps[1].most));
  CHECK(maps[0].least != maps[1].least);
}

TEST_CASE("metrics and data sets have colour scales of their own", "[heat_map]") {
  Results results = handmade::table();
  handmade::request(results, "heat_map").parameters["axes"] = {"classifier", "method"};
  for (const HeatMap& map : maps_of(results)) {
    CHECK(map.scale_least == map.least);
    CHECK(map.scale_most == map.most);
  }
}

TEST_CASE("an infinite mean is an arrow on the map, and has its word", "[heat_map][degenerate]") {
  const xml::Element picture = xml::read(render(handmade::sweep(), Format::svg));
  const auto arrows = picture.all("path", "beyond");
  REQUIRE(arrows.size() == 1);
  CHECK(picture.text().find("inf") != std::string::npos);
}

TEST_CASE("a map of equal values has a middling shade", "[heat_map][degenerate]") {
  Results results = handmade::sweep();
  for (double& value : results.rows.values["gkl"]) value = 0.5;
  const HeatMap map = maps_of(results)[1];
  CHECK(map.shade(*map.cells[0][0]) == 0.5);
}

TEST_CASE("nothing computed gives no map; an axis nobody has is refused", "[heat_map][degenerate]") {
  Results results = handmade::sweep();
  results.rows = {};
  CHECK(maps_of(results).empty());
  handmade::request(results, "heat_map").parameters["axes"] = {"sigma", "gamma"};
  CHECK_THROWS_AS(maps_of(results), core::UserError);
}

TEST_CASE("the colours of the scale grow lighter throughout", "[colour]") {
  for (int i = 1; i <= 100; ++i) {
    CAPTURE(i);
    CHECK(luminance(scale_colour(i / 100.0)) > luminance(scale_colour((i - 1) / 100.0)));
  }
  CHECK(scale_colour(-1).hexadecimal() == "#440154");
  CHECK(scale_colour(2).hexadecimal() == "#fde725");
}

TEST_CASE("the ink on every shade can be read", "[colour]") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == Approx(21));
  CHECK(contrast({255, 255, 255}, {0, 0, 0}) == Approx(21));
  CHECK(contrast({119, 119, 119}, {255, 255, 255}) == Approx(4.48).margin(0.01)); // a grey known to fail 4.5
  for (int i = 0; i <= 1000; ++i) {
    const Rgb ground = scale_colour(i / 1000.0);
    REQUIRE(contrast(readable_on(ground), ground) >= 4.5);
  }
  CHECK(readable_on(scale_colour(0)).hexadecimal() == "#ffffff");
  CHECK(readable_on(scale_colour(1)).hexadecimal() == "#000000");
}

namespace {

/// Means 1.60 and 2.00 with the standard deviations 1 and 2 over four replicates.
Results shown(ShownSpread spread) {
  const double s = std::sqrt(0.75), t = 2 * s;
  Results all =
      handmade::methods({{"a", {1.6 - s, 1.6 + s, 1.6 - s, 1.6 + s}}, {"b", {2 - t, 2 - t, 2 + t, 2 + t}}});
  all.card.published = {handmade::printed("a", "1.55", "0.93"), handmade::printed("b", "19.00", "0.50")};
  all.card.published_replications = 20;
  all.card.layout.spread = spread;
  return all;
}

} // namespace

TEST_CASE("spread sd: ours and theirs stand with the standard deviation of single replicates", "[spread]") {
  const Document document = compose(shown(ShownSpread::sd));
  CHECK(document.grids[0].title ==
        "zhang2013/small: marginlab, mean ± standard deviation of single replicates of TE %");
  CHECK(flat(document.grids[0].rows[0].entries[0]) == "1.60 ± 1.00");
  CHECK(flat(document.grids[0].rows[0].entries[1]) == "2.00 ± 2.00");
  const Grid& comparison = document.grids[2];
  CHECK(flat(comparison.rows[0].entries[0]) == "1.55 ± 0.93");
  CHECK(flat(comparison.rows[0].entries[1]) == "1.60 ± 1.00");
  for (const Format format : {Format::text, Format::markdown, Format::html})
    CHECK_THAT(render(shown(ShownSpread::sd), format), Catch::Contains("± 0.93"));
  CHECK_THAT(render(shown(ShownSpread::sd), Format::latex), Catch::Contains("$\\pm$ 0.93"));
}

TEST_CASE("spread se: ours stands with its Monte Carlo standard error, half the deviation of four",
          "[spread]") {
  const Document document = compose(shown(ShownSpread::se));
  CHECK(flat(document.grids[0].rows[0].entries[0]) == "1.60 (0.500)");
  CHECK(flat(document.grids[2].rows[0].entries[0]) == "1.55 [0.93]");
}

TEST_CASE("what is shown beside a mean moves no verdict, no z and no line of the CSV", "[spread]") {
  const Results with = shown(ShownSpread::sd), without = shown(ShownSpread::se);
  CHECK(render(with, Format::csv) == render(without, Format::csv));
  const Table one = tabulate(with), other = tabulate(without);
  for (std::size_t c = 0; c < one.columns.size(); ++c) {
    CHECK(one.rows[0].cells[c]->agreement.verdict == other.rows[0].cells[c]->agreement.verdict);
    CHECK(one.rows[0].cells[c]->agreement.z == other.rows[0].cells[c]->agreement.z);
  }
  CHECK(one.rows[0].cells[1]->agreement.verdict == Verdict::off);
}

TEST_CASE("spread sd: a mean of one replicate, and an infinite one, stand alone", "[spread][degenerate]") {
  Results all = shown(ShownSpread::sd);
  all.rows.values["error_percent"][0] = std::numeric_limits<double>::infinity();
  CHECK(flat(compose(all).grids[0].rows[0].entries[0]) == "inf");
}

TEST_CASE("a diagnostic of the cells is a column behind the metrics, with its published number",
          "[diagnostics]") {
  Results all = shown(ShownSpread::se);
  all.rows.values["nonzero"] = {3, 5, 4, 4, 1, 1, 2, 2};
  all.card.layout.diagnostics = {"nonzero", "rho"};
  all.card.published.push_back({{{"data", "usps"}, {"method", "a"}}, "nonzero", "12", "0.1"});
  const Table table = tabulate(all);
  REQUIRE(table.columns.size() == 6);
  CHECK(table.columns[1].metric.name == "nonzero");
  CHECK(table.rows[0].cells[1]->ours.mean == 4);
  CHECK(table.rows[0].cells[1]->agreement.verdict == Verdict::off);
  CHECK(table.rows[0].cells[4]->ours.mean == 1.5);
  CHECK(table.rows[0].cells[2]->ours.used == 0);
  bool said = false;
  for (const Section& section : compose(all).sections)
    for (const std::string& line : section.lines)
      said = said || line == "No cell has the diagnostic 'rho' (they have nonzero, test_points).";
  CHECK(said);
}
