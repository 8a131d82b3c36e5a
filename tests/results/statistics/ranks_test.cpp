#include "results/statistics/ranks.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

namespace {

using List = std::vector<double>;

TableCell ranked_cell(const Results& results, const std::string& classifier, const std::string& method,
                      const std::string& metric = "rank_mse") {
  std::optional<TableCell> out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& one) {
    if (one.at.at("classifier") == classifier && one.at.at("method") == method && one.metric == metric)
      out = one;
  });
  return out.value();
}

List rank_parts(const TableCell& cell) {
  List out;
  for (const Part& part : cell.parts) out.push_back(part.ours.mean);
  return out;
}

} // namespace

TEST_CASE("a number is resolved to seven digits, whatever its size and sign", "[ranks]") {
  CHECK(resolved(0.1764705882352941) == resolved(0.1764705882352943));
  CHECK(resolved(0.1764705) != resolved(0.1764706));
  CHECK(resolved(-123456.7) == resolved(-123456.7 - 1e-9));
  CHECK(resolved(1e-12) == resolved(1e-12 * (1 + 1e-9)));
  CHECK(resolved(0.25) == Approx(0.25).epsilon(1e-15));
  CHECK(resolved(0) == 0);
  CHECK(resolved(-inf) == -inf);
  CHECK(std::isnan(resolved(std::nan(""))));
}

TEST_CASE("level means share the smallest or the average of their ranks", "[ranks]") {
  const List means{0.3, 0.1, 0.2, 0.2, 0.2};
  CHECK(ranks(means, {}) == List{5, 1, 2, 2, 2});
  CHECK(ranks(means, {.ties = Ties::average}) == List{5, 1, 3, 3, 3});
  CHECK(ranks({0.2, 0.2}, {.ties = Ties::average}) == List{1.5, 1.5});
}

TEST_CASE("means are level as printed, to as many decimals as asked for and no fewer", "[ranks]") {
  const List means{0.10004, 0.10000, 0.09996, 0.0999};
  CHECK(ranks(means, {.decimals = 4}) == List{2, 2, 2, 1});
  CHECK(ranks(means, {.decimals = 5}) == List{4, 3, 2, 1});
  CHECK(ranks(means, {.decimals = 1}) == List{1, 1, 1, 1});
}

TEST_CASE("infinite means are level behind the finite ones, whatever their sign", "[ranks]") {
  CHECK(ranks({inf, 0.5, inf, 0.1}, {}) == List{3, 2, 3, 1});
  CHECK(ranks({inf, 0.5, inf, 0.1}, {.ties = Ties::average}) == List{3.5, 2, 3.5, 1});
  CHECK(ranks({inf, 0.5, 0.1}, {.smaller_is_better = false}) == List{3, 1, 2});
  CHECK(ranks({inf, inf}, {}) == List{1, 1});
}

TEST_CASE("one mean that is missing leaves no ranks", "[ranks][degenerate]") {
  for (const double rank : ranks({0.1, std::nan(""), 0.3}, {})) CHECK(std::isnan(rank));
  CHECK(ranks({}, {}).empty());
  CHECK(ranks({0.4}, {}) == List{1});
}

TEST_CASE("a cell is the average of the ranks on each data set, within its classifier", "[ranks]") {
  const Results results = handmade::data_sets();
  CHECK(rank_parts(ranked_cell(results, "linear", "klr")) == List{1, 2, 1});
  CHECK(rank_parts(ranked_cell(results, "linear", "platt")) == List{1, 1, 3}); // .10004 is level with .1
  CHECK(rank_parts(ranked_cell(results, "linear", "bins")) == List{3, 3, 1});
  CHECK(rank_parts(ranked_cell(results, "linear", "beta")) == List{4, 4, 4}); // infinite on Wine
  CHECK(rank_parts(ranked_cell(results, "rbf", "platt")) == List{2, 2, 2});
  const Summary klr = ranked_cell(results, "linear", "klr").ours;
  CHECK(klr.mean == Approx(4.0 / 3).epsilon(1e-15));
  CHECK(klr.se == Approx(1.0 / 3).epsilon(1e-14)); // sd of 1, 2, 1 is 1 / sqrt(3)
  CHECK(klr.used == 3);
  CHECK(ranked_cell(results, "linear", "klr").planned == 3);
  CHECK(ranked_cell(results, "linear", "beta").ours.se == 0);
}

TEST_CASE("ranks with ties by the average add up to the same on each data set", "[ranks]") {
  Results results = handmade::data_sets();
  results.card.layout.rank_over->ties = Ties::average;
  List sums(3);
  for (const char* method : {"klr", "platt", "bins", "beta"}) {
    const List of_method = rank_parts(ranked_cell(results, "linear", method));
    for (std::size_t d = 0; d < 3; ++d) sums[d] += of_method[d];
  }
  CHECK(sums == List{10, 10, 10});
  CHECK(rank_parts(ranked_cell(results, "linear", "klr")) == List{1.5, 2, 1.5});
}

TEST_CASE("each metric has ranks of its own", "[ranks]") {
  Results results = handmade::data_sets();
  results.card.metrics[1].smaller_is_better = false;
  CHECK(rank_parts(ranked_cell(results, "linear", "bins", "rank_mcre")) ==
        List{2, 1, 3}); // beta is infinite on Wine
  CHECK(rank_parts(ranked_cell(results, "linear", "bins", "rank_mse")) == List{3, 3, 1});
}

TEST_CASE("ranks need no mean_over; a missing data set leaves no average rank of any method",
          "[ranks][degenerate]") {
  Results results = handmade::data_sets();
  results.card.layout.mean_over = "";
  results.card.layout.metrics = {"rank_mse"};
  CHECK(rank_parts(ranked_cell(results, "linear", "klr")) == List{1, 2, 1});
  handmade::drop_replicates(results, handmade::setting_at(results, "wine", "linear", "beta"), 0);
  CHECK(std::isnan(ranked_cell(results, "linear", "klr").ours.mean));
  CHECK(ranked_cell(results, "linear", "klr").ours.finite_mean == 1);
  CHECK(ranked_cell(results, "rbf", "klr").ours.mean == 1);
}

TEST_CASE("the rank on one data set has no standard error", "[ranks][degenerate]") {
  Results results = handmade::data_sets();
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") != "wine"; });
  CHECK(ranked_cell(results, "linear", "klr").ours.mean == 2);
  CHECK(std::isnan(ranked_cell(results, "linear", "klr").ours.se));
}

TEST_CASE("a layout that ranks by what is not computed, or among no axis, is refused", "[ranks]") {
  Results results = handmade::data_sets();
  results.card.layout.rank_over->of = {"gkl"};
  CHECK_THROWS_AS(tabulate(results), core::UserError);
  results = handmade::data_sets();
  results.card.layout.rank_over->among = "kernel";
  CHECK_THROWS_AS(tabulate(results), core::UserError);
}

TEST_CASE("where some methods compete the others have no rank, and count for none", "[ranks]") {
  Results results = handmade::data_sets();
  results.card.layout.rank_over->values = {"platt", "bins"};
  CHECK(rank_parts(ranked_cell(results, "linear", "platt")) == List{1, 1, 2});
  CHECK(rank_parts(ranked_cell(results, "linear", "bins")) == List{2, 2, 1});
  const Table table = tabulate(results);
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    CHECK(table.rows[0].cells[c].has_value() == !table.columns[c].is_rank);
  CHECK(table.unplaced == 2); // the ranks printed for klr and beta
}

TEST_CASE("Pearson's correlation is that computed by hand", "[correlation]") {
  // deviations -2, 0, 2 and -1, -1, 2: 6 / sqrt(8 * 6)
  CHECK(pearson({1, 3, 5}, {4, 4, 7}) == Approx(6 / std::sqrt(48.0)).epsilon(1e-15));
  CHECK(pearson({1, 2}, {7, 5}) == Approx(-1).epsilon(1e-15));
}

TEST_CASE("what is constant or alone is not correlated", "[correlation][degenerate]") {
  CHECK(std::isnan(pearson({1, 2, 3}, {5, 5, 5})));
  CHECK(std::isnan(pearson({1}, {2})));
  CHECK(std::isnan(pearson({}, {})));
  CHECK(std::isnan(pearson({1, 2, inf}, {1, 2, 3})));
}

TEST_CASE("Spearman's correlation sees the order alone, infinity last and ties at their mean rank",
          "[correlation]") {
  CHECK(spearman({1, 2, 3, 4}, {10, 100, 1000, inf}) == Approx(1).epsilon(1e-15));
  CHECK(spearman({1, 2, 3, 4}, {2, 1, 3, 4}) == Approx(0.8).epsilon(1e-15)); // 1 - 6 * 2 / (4 * 15)
  // ranks 1.5, 1.5, 3 and 1, 2, 3: deviations -.5, -.5, 1 and -1, 0, 1: 1.5 / sqrt(1.5 * 2)
  CHECK(spearman({5, 5, 9}, {1, 2, 3}) == Approx(1.5 / std::sqrt(3.0)).epsilon(1e-15));
  CHECK(spearman({inf, inf, 1}, {2, 2, 1}) == Approx(1).epsilon(1e-15));
}
