#include <algorithm>
#include <cmath>

#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

namespace {

TableCell mean_cell(const Results& results, const std::string& classifier, const std::string& method,
                    const std::string& metric) {
  std::optional<TableCell> out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& one) {
    if (one.at.at("classifier") == classifier && one.at.at("method") == method && one.metric == metric)
      out = one;
  });
  return out.value();
}

Part part(double mean, double se, std::int32_t used = 4) {
  Part out{"d", 0};
  out.ours.mean = out.ours.finite_mean = mean;
  out.ours.se = out.ours.finite_se = se;
  out.ours.used = used;
  return out;
}

} // namespace

TEST_CASE("a mean over data sets is unweighted, its error the root of the sum of squares over their number",
          "[mean_over]") {
  const Summary mean = mean_over({part(1, 0.3), part(2, 0.4, 400), part(6, 1.2)});
  CHECK(mean.mean == 3);
  CHECK(mean.se == Approx(1.3 / 3).epsilon(1e-15)); // .09 + .16 + 1.44 = 1.69
  CHECK(mean.used == 408);
}

TEST_CASE("the order of the data sets changes no bit of their mean", "[mean_over]") {
  std::vector<Part> parts{part(0.1, 0.01), part(1e-9, 0.3), part(0.7, 1e-7), part(1e8, 0.02)};
  const Summary one = mean_over(parts);
  std::reverse(parts.begin(), parts.end());
  CHECK(mean_over(parts).mean == one.mean);
  CHECK(mean_over(parts).se == one.se);
}

TEST_CASE("an infinite part makes the mean infinite and leaves the mean of the others", "[mean_over]") {
  const Summary mean = mean_over({part(1, 0.3), part(inf, std::nan("")), part(2, 0.4)});
  CHECK(mean.mean == inf);
  CHECK(std::isnan(mean.se));
  CHECK(mean.finite_mean == 1.5);
  CHECK(mean.finite_se == Approx(0.25).epsilon(1e-15));
  CHECK(std::isnan(mean_over({part(inf, 0), part(-inf, 0)}).mean));
}

TEST_CASE("a data set without a value leaves no mean, however many others have one",
          "[mean_over][degenerate]") {
  const Summary mean = mean_over({part(1, 0.3), part(std::nan(""), std::nan(""), 0), part(inf, 0)});
  CHECK(std::isnan(mean.mean));
  CHECK(std::isnan(mean.se));
  CHECK(mean.finite_mean == 1);
  CHECK(std::isnan(mean_over({}).mean));
}

TEST_CASE("a data set of one replicate leaves the mean without an error", "[mean_over][degenerate]") {
  const Summary mean = mean_over({part(1, 0.3), part(2, std::nan(""), 1)});
  CHECK(mean.mean == 1.5);
  CHECK(std::isnan(mean.se));
}

TEST_CASE("each cell is the mean over its data sets, and knows them in the order of the axis",
          "[mean_over]") {
  const TableCell klr = mean_cell(handmade::data_sets(), "linear", "klr", "mse");
  CHECK(klr.ours.mean == Approx(0.2).epsilon(1e-14));
  CHECK(klr.ours.se == Approx(0.001 / std::sqrt(3.0)).epsilon(1e-12));
  CHECK(klr.ours.used == 12);
  CHECK(klr.planned == 12);
  REQUIRE(klr.parts.size() == 3);
  CHECK(klr.parts[1].value == "wine");
  CHECK(klr.parts[1].ours.mean == Approx(0.2).epsilon(1e-14));
  CHECK_FALSE(klr.at.contains("data"));
  const TableCell beta = mean_cell(handmade::data_sets(), "linear", "beta", "mse");
  CHECK(beta.ours.mean == inf);
  CHECK(beta.ours.infinite == 1);
  CHECK(beta.ours.finite_mean == Approx(0.45).epsilon(1e-14));
}

TEST_CASE("a published number without a data set finds the mean over them; one with a data set finds none",
          "[mean_over]") {
  Results results = handmade::data_sets();
  CHECK(mean_cell(results, "linear", "platt", "mse").published.value == "0.20");
  CHECK(tabulate(results).unplaced == 0);
  results.card.published.push_back(
      {{{"data", "liver"}, {"classifier", "linear"}, {"method", "platt"}}, "mse", "0.1", ""});
  CHECK(tabulate(results).unplaced == 1);
}

TEST_CASE("means that are comparable as values are judged by z", "[mean_over]") {
  Results results = handmade::data_sets();
  results.card.published_comparable = Comparable::value;
  const TableCell bins = mean_cell(results, "linear", "bins", "mse");
  CHECK(bins.agreement.verdict == Verdict::off); // .2167 against .30
  CHECK(bins.agreement.z < -3);
  CHECK(mean_cell(results, "rbf", "klr", "mse").agreement.verdict == Verdict::match);
  CHECK(mean_cell(results, "linear", "beta", "mse").agreement.verdict == Verdict::match); // both infinite
}

TEST_CASE("a missing replicate is counted, a missing data set leaves no mean", "[mean_over]") {
  Results results = handmade::data_sets();
  const std::int32_t setting = handmade::setting_at(results, "wine", "linear", "klr");
  handmade::drop_replicates(results, setting, 2);
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.used == 10);
  CHECK(mean_cell(results, "linear", "klr", "mse").planned == 12);
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.mean == Approx(0.2).epsilon(1e-12)); // unweighted
  handmade::drop_replicates(results, setting, 0);
  CHECK(std::isnan(mean_cell(results, "linear", "klr", "mse").ours.mean));
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.finite_mean == Approx(0.2).epsilon(1e-14));
}

TEST_CASE("over nondegenerate replicates the mean of the data sets is finite", "[mean_over]") {
  Results results = handmade::data_sets();
  results.card.layout.average = Average::nondegenerate;
  const TableCell beta = mean_cell(results, "linear", "beta", "mse");
  CHECK(std::isfinite(beta.ours.mean));
  CHECK(beta.ours.degenerate == 1);
  CHECK(beta.planned == 12);
}

TEST_CASE("over one data set the mean is its mean", "[mean_over][degenerate]") {
  Results results = handmade::data_sets();
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") != "colon"; });
  const TableCell platt = mean_cell(results, "linear", "platt", "mse");
  CHECK(platt.ours.mean == Approx(0.31).epsilon(1e-14));
  CHECK(platt.ours.se == Approx(0.002).epsilon(1e-12));
  CHECK(platt.parts.size() == 1);
}

TEST_CASE("a method without a place on the averaged axis is shown as it is", "[mean_over][degenerate]") {
  Results results = handmade::data_sets();
  auto& points = results.card.points;
  std::erase_if(points, [](const Point& point) {
    return point.at.at("method") == "platt" && point.at.at("data") != "wine";
  });
  for (Point& point : points)
    if (point.at.at("method") == "platt") point.at.erase("data");
  results.card.layout.rank_over.reset();
  results.card.layout.metrics = {"mse"};
  const TableCell platt = mean_cell(results, "linear", "platt", "mse");
  CHECK(platt.ours.mean == Approx(0.19).epsilon(1e-14));
  CHECK(platt.parts.empty());
  CHECK(platt.planned == 4);
  CHECK(mean_cell(results, "linear", "klr", "mse").parts.size() == 3);
}
