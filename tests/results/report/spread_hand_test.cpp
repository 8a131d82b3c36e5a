#include "results/format/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade_methods.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Means 1.60 and 2.00 with the standard deviations 1 and 2 over four replicates.
Results shown(ShownSpread spread) {
  const double s = std::sqrt(0.75), t = 2 * s;
  Results all =
      handmade::methods({{"a", {1.6 - s, 1.6 + s, 1.6 - s, 1.6 + s}}, {"b", {2 - t, 2 - t, 2 + t, 2 + t}}});
  all.card.published = {handmade::printed("a", "1.55", "0.93"), handmade::printed("b", "9.00", "0.50")};
  all.card.published_replications = 20;
  all.card.layout.spread = spread;
  return all;
}

} // namespace

TEST_CASE("spread sd: ours and theirs stand with the standard deviation of single replicates", "[spread]") {
  const Document document = compose(shown(ShownSpread::sd));
  CHECK(document.grids[0].title ==
        "zhang2013/small: ours, mean ± standard deviation of single replicates of TE %");
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
