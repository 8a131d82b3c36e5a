#include "results/report/pools/pools.hpp"

#include <cmath>
#include <map>

#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/pools/printed_errors.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

const std::vector<double> deviations{-30, -10, 10, 30}; // of four pools, variance 2000/3

/// Two methods on four pools, three divisions each. Both share the deviation of a pool; b is 1 above a, give
/// or take a tenth. Single divisions lie `division` apart.
Results four_pools(double division = 1) {
  Results all;
  StudyCard& card = all.card;
  card.study = "wang2008/pools";
  card.title = "Two methods on four pools";
  card.replications = 3;
  card.axes = {{"data", "Data", false, {{"bands", "Bands"}}},
               {"classifier", "Classifier", false, {}},
               {"method", "Method", false, {{"a", "<a>"}, {"b", "<b>"}}},
               {"pool_number", "pool", true, {{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4"}}}};
  card.metrics = {{"gkl", "GKL", "a loss", true}, {"cre", "CRE", "another", true}};
  card.layout.rows = {"data"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"gkl", "cre"};
  card.layout.mean_over = "pool_number";
  card.layout.panels = {{"pools", {{"over", {"pool_number"}}}},
                        {"printed_errors", {{"over", {"pool_number"}}}}};
  card.layout.decimals = 1;
  card.published_replications = 100;
  for (const std::string method : {"a", "b"})
    for (std::size_t k = 0; k < 4; ++k) {
      const auto setting = static_cast<std::int32_t>(card.settings.size());
      card.settings.push_back({std::string(31, '0') + static_cast<char>('a' + setting), "{}"});
      card.points.push_back(
          {{{"data", "bands"}, {"method", method}, {"pool_number", std::to_string(k + 1)}}, setting});
      const double mean = 100 + deviations[k] + (method == "b" ? 1 + (k % 2 == 0 ? .1 : -.1) : 0);
      for (std::int32_t r = 0; r < 3; ++r) {
        all.rows.setting.push_back(setting);
        all.rows.replicate.push_back(r);
        all.rows.outcome.push_back(0);
        all.rows.seconds.push_back(0);
        all.rows.values["gkl"].push_back(mean + (r - 1) * division);
        all.rows.values["cre"].push_back(mean + (r - 1) * 2 * division);
      }
    }
  return all;
}

void print_on_pools(Results& all, const std::string& method, const std::string& value,
                    const std::string& se = "0.1", const std::string& metric = "gkl") {
  all.card.published.push_back({{{"data", "bands"}, {"method", method}}, metric, value, se});
}

const TableCell& cell_of(const Table& table, std::size_t column) {
  return *table.rows.at(0).cells.at(column);
}

const Grid* grid_of(const Document& document, const std::string& part) {
  for (const Grid& grid : document.grids)
    if (grid.title.find(part) != std::string::npos) return &grid;
  return nullptr;
}

} // namespace

TEST_CASE("a number of one pool is judged by the pools' own deviation, and the report has both widths",
          "[pools][oracle]") {
  Results all = four_pools();
  print_on_pools(all, "a", "130.0");
  const Table table = tabulate(all);
  const double S = 2000 / 3., W = 1 / 3., rounding = .1 * .1 / 12;
  const TableCell& cell = cell_of(table, 0);
  CHECK(cell.ours.se == Approx(std::sqrt(S / 4)));
  CHECK(cell.agreement.combined_se == Approx(std::sqrt(S / 4 + S - W + .01 + rounding)));
  CHECK(cell.agreement.verdict == Verdict::match);
  const Document document = compose(all);
  const Grid* grid = grid_of(document, "mean of pools");
  REQUIRE(grid != nullptr);
  CHECK(grid->rows[0].entries[3].text == decimal(std::sqrt(S / 4 + .01 + rounding), 2));
  CHECK(grid->rows[0].entries[4].text == decimal(cell.agreement.combined_se, 2));
}

TEST_CASE("paired differences within a pool are judged beside the levels, which hide them",
          "[pools][manufactured]") {
  Results all = four_pools();
  print_on_pools(all, "a", "100.0");
  print_on_pools(all, "b", "104.0"); // ours differ by 1
  const Table table = tabulate(all);
  const PoolsJudgement judged = judge_pools(all, table);
  REQUIRE(judged.blocks.size() == 1);
  CHECK(judged.blocks[0].adjusted > .5);
  REQUIRE(judged.blocks[0].pairs.size() == 1);
  CHECK(judged.blocks[0].pairs[0].mean == Approx(1));
  CHECK(judged.blocks[0].pairs[0].number.difference == Approx(-3));
  CHECK(judged.blocks[0].beyond.beyond == 1);
  CHECK(blocks(all, table).at(0).verdict == BlockVerdict::agrees);
  const Document document = compose(all);
  const Grid* pairs = grid_of(document, "paired differences");
  REQUIRE(pairs != nullptr);
  CHECK(pairs->rows[0].labels == std::vector<std::string>{"<b> - <a>", "GKL"});
  CHECK(pairs->rows[0].entries[0].text == "4.0");
}

TEST_CASE("cells that share their pools are worth one", "[pools][oracle]") {
  Results all = four_pools();
  print_on_pools(all, "a", "100.0");
  print_on_pools(all, "b", "101.0");
  CHECK(judge_pools(all, tabulate(all)).blocks.at(0).one_pool.df == Approx(1).epsilon(.01));
  CHECK(blocks(all, tabulate(all)).at(0).test.df == Approx(1).epsilon(.01));
}

TEST_CASE("without the panel an average is over the study's own places", "[pools]") {
  Results all = four_pools();
  print_on_pools(all, "a", "130.0");
  all.card.layout.panels.clear();
  const Table table = tabulate(all);
  CHECK(cell_of(table, 0).ours.se == Approx(std::sqrt(4 / 3.) / 4));
  CHECK(cell_of(table, 0).agreement.verdict == Verdict::off);
}

TEST_CASE("a pool without a finite mean leaves no verdict", "[pools][degenerate]") {
  Results all = four_pools();
  print_on_pools(all, "a", "130.0");
  all.rows.values["gkl"][0] = handmade::inf;
  const Table table = tabulate(all);
  CHECK(cell_of(table, 0).agreement.verdict == Verdict::cannot_tell);
  CHECK(judge_pools(all, table).blocks.empty());
  CHECK(judge_pools(all, table).all.left_out == 1);
  CHECK_NOTHROW(render(all, Format::text));
}

TEST_CASE("a cell whose error has too few degrees of freedom says so, and calls no mean infinite",
          "[pools][degenerate]") {
  Results all = four_pools(60); // divisions lie further apart than pools
  print_on_pools(all, "a", "130.0");
  print_on_pools(all, "b", "101.0");
  const Table table = tabulate(all);
  CHECK(lacks_degrees_of_freedom(cell_of(table, 0).agreement));
  CHECK(blocks(all, table).at(0).unjudged == 2);
  const std::string text = render(all, Format::markdown);
  CHECK_THAT(text, Catch::Contains("2 have no z (their error has fewer than two degrees of freedom)"));
  CHECK_THAT(text, Catch::Contains(", GKL: the error has fewer than two degrees of freedom"));
  CHECK_THAT(text, !Catch::Contains("infinite"));
  all.rows.values["gkl"][0] = handmade::inf;
  CHECK_FALSE(lacks_degrees_of_freedom(cell_of(tabulate(all), 0).agreement));
  CHECK(blocks(all, tabulate(all)).at(0).unjudged == 1);
  CHECK_THAT(render(all, Format::markdown),
             Catch::Contains("2 have no z (a mean is infinite or missing, or for 1 of them their error"));
}

TEST_CASE("printed errors stand beside those of new points and of one pool", "[pools][oracle]") {
  Results all = four_pools();
  print_on_pools(all, "a", "100.0", "0.10");
  print_on_pools(all, "a", "100.0", "0.20", "cre");
  const Table table = tabulate(all);
  const PrintedErrors errors = printed_errors(all, table);
  REQUIRE(errors.rows.size() == 2);
  CHECK(errors.rows[0].one_pool == Approx(.1));
  CHECK(errors.rows[0].least == Approx(.1));
  CHECK(errors.rows[0].new_points == Approx(std::sqrt((2000 / 3. - 1 / 3. + 1) / 100)));
  CHECK(errors.outside == 0);
  REQUIRE(errors.groups.size() == 3);
  CHECK(errors.groups[2].label == "CRE / GKL");
  CHECK(errors.groups[2].one_pool.log_ratio == Approx(0).margin(1e-9));
  CHECK(errors.groups[2].new_points.log_ratio > .5);
  CHECK(errors.groups[0].new_points.log_ratio == Approx(std::log(.1 / errors.rows[0].new_points)));
}

TEST_CASE("a paper that prints no errors has no panel of them", "[pools]") {
  Results all = four_pools();
  print_on_pools(all, "a", "100.0", "");
  CHECK(printed_errors(all, tabulate(all)).rows.empty());
  CHECK(grid_of(compose(all), "printed standard errors") == nullptr);
}
