#include "results/report/verdicts/order.hpp"

#include <cmath>
#include <limits>

#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/verdicts.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

MethodOrder order_of(const Results& results, const std::string& classifier, const std::string& metric) {
  for (const MethodOrder& order : method_orders(results, tabulate(results)).orders)
    if (order.at.at("classifier") == classifier && order.metric.name == metric) return order;
  throw std::logic_error("no such order");
}

OrderedPair pair_of(const MethodOrder& order, const std::string& first, const std::string& second) {
  for (const OrderedPair& pair : order.pairs)
    if (pair.first == first && pair.second == second) return pair;
  throw std::logic_error("no such pair");
}

/// Prints another number in place of the one of this method.
void print(Results& results, const std::string& classifier, const std::string& metric,
           const std::string& method, const std::string& value) {
  for (Published& number : results.card.published)
    if (number.metric == metric && number.at.at("classifier") == classifier &&
        number.at.at("method") == method)
      number.value = value;
}

/// Shifts every finite value of one setting.
void shift(Results& results, std::int32_t setting, double by) {
  for (std::size_t i = 0; i < results.rows.size(); ++i)
    if (results.rows.setting[i] == setting) results.rows.values.at("mse")[i] += by;
}

VerdictCounts counts(std::size_t match, std::size_t off, std::size_t cannot_tell) {
  return {{match, off, cannot_tell, 0}};
}

} // namespace

// Wrong answers first: what a published order that ours contradicts comes to.
TEST_CASE("the opposite order is off beyond three standard errors of the paired difference", "[order]") {
  const MethodOrder order = order_of(handmade::data_sets(), "rbf", "mcre");
  REQUIRE(order.pairs.size() == 1);
  CHECK(order.pairs[0].verdict == Verdict::off); // published .030 > .020, ours .010 < .020 on every data set
  CHECK(order.pairs[0].difference == Approx(-0.01).epsilon(1e-12));
  CHECK(order.pairs[0].se == Approx(0.0001 / std::sqrt(3.0)).epsilon(1e-9));
  CHECK(order.spearman == Approx(-1).epsilon(1e-15));
}

TEST_CASE(
    "pairs are counted as in the same order, in the opposite one or level, and apart how many are beyond",
    "[order]") {
  Results results = handmade::data_sets();
  print(results, "rbf", "mse", "klr", "0.30");
  const PairCounts far = order_of(results, "rbf", "mse").standings;
  CHECK(far.opposite > 0);
  CHECK(far.beyond > 0);
  for (const char* data : {"liver", "wine", "colon"})
    shift(results, handmade::setting_at(results, data, "rbf", "klr"), 0.1 - 0.0022);
  const MethodOrder near = order_of(results, "rbf", "mse");
  CHECK(near.standings.all() == near.pairs.size());
  CHECK(near.standings.opposite == far.opposite); // what the verdict "cannot tell" does not say
  CHECK(near.standings.beyond < far.beyond);
  print(results, "rbf", "mse", "klr", pair_of(near, "klr", "platt").second_published);
  CHECK(order_of(results, "rbf", "mse").standings.level > near.standings.level);
}

TEST_CASE("three counts make one sentence", "[order]") {
  PairCounts pairs;
  pairs.add(Standing::same, true);
  pairs.add(Standing::opposite, false);
  pairs.add(Standing::opposite, true);
  pairs.add(Standing::level, true);
  CHECK(text_of(pairs) == "1/2/1");
  CHECK(sentence_of(pairs) ==
        "1 pair of methods stands as published, 2 the other way round (1 by more than 3 "
        "errors of the difference), 1 is level.");
}

// Three data sets of four replicates have 9 degrees of freedom: a z of three is a t of 4.09.
TEST_CASE("within three standard errors the opposite order cannot tell", "[order]") {
  Results results = handmade::data_sets();
  print(results, "rbf", "mse", "klr", "0.30");
  const auto verdict = [&] { return pair_of(order_of(results, "rbf", "mse"), "klr", "platt").verdict; };
  CHECK(verdict() == Verdict::off);
  for (const char* data : {"liver", "wine", "colon"})
    shift(results, handmade::setting_at(results, data, "rbf", "klr"), 0.1 - 0.0022); // t 3.81
  CHECK(verdict() == Verdict::cannot_tell);
  for (const char* data : {"liver", "wine", "colon"})
    shift(results, handmade::setting_at(results, data, "rbf", "klr"), -0.0003); // t 4.33
  CHECK(verdict() == Verdict::off);
}

TEST_CASE("data sets that disagree widen the error of their mean difference", "[order]") {
  const OrderedPair pair = pair_of(order_of(handmade::data_sets(), "linear", "mse"), "klr", "platt");
  // differences -.00004, .01, -.01: opposite to what is printed, sd .0100, over sqrt(3)
  CHECK(pair.published == Approx(0.05));
  CHECK(pair.difference == Approx(-0.00004 / 3).epsilon(1e-6));
  CHECK(pair.se == Approx(0.00577357).epsilon(1e-5));
  CHECK(pair.verdict == Verdict::cannot_tell);
}

TEST_CASE("the same order is a match, an infinite mean included", "[order]") {
  const MethodOrder order = order_of(handmade::data_sets(), "linear", "mse");
  CHECK(order.methods == 4);
  CHECK(pair_of(order, "klr", "bins").verdict == Verdict::match);
  CHECK(pair_of(order, "bins", "beta").verdict == Verdict::match); // .30 < inf and .2167 < inf
  CHECK(verdicts_of(order.pairs).by_verdict == counts(5, 0, 1).by_verdict);
  CHECK(order.spearman == Approx(0.8).epsilon(1e-15));
}

TEST_CASE("an infinite mean in the opposite order, and numbers level as printed, cannot tell", "[order]") {
  const MethodOrder order = order_of(handmade::data_sets(), "rbf", "mse");
  CHECK(pair_of(order, "klr", "beta").verdict == Verdict::cannot_tell);   // published .10 > .05, ours < inf
  CHECK(pair_of(order, "platt", "bins").verdict == Verdict::cannot_tell); // both .20
  CHECK(verdicts_of(order.pairs).by_verdict == counts(2, 0, 4).by_verdict);
  Results results = handmade::data_sets();
  print(results, "linear", "mse", "bins", "inf");
  CHECK(pair_of(order_of(results, "linear", "mse"), "bins", "beta").verdict == Verdict::cannot_tell);
}

TEST_CASE("means that agree to rounding have no order, whatever their last bits say", "[order][degenerate]") {
  std::vector<double> correlations;
  for (const double by : {-1e-14, 0.0, 1e-14}) {
    CAPTURE(by);
    Results results = handmade::data_sets();
    for (const char* data : {"liver", "wine", "colon"})
      shift(results, handmade::setting_at(results, data, "rbf", "klr"), 0.1 + by); // .20, as platt
    const MethodOrder order = order_of(results, "rbf", "mse");
    CHECK(pair_of(order, "klr", "platt").verdict == Verdict::cannot_tell); // published .10 < .20
    correlations.push_back(order.spearman);
  }
  CHECK(correlations == std::vector<double>(3, correlations.front()));
}

TEST_CASE("ranks are compared over data sets, having no other error", "[order]") {
  Results results = handmade::data_sets();
  OrderedPair pair = pair_of(order_of(results, "linear", "rank_mse"), "klr", "beta");
  CHECK(pair.verdict == Verdict::match);
  CHECK(pair.difference == Approx(-8.0 / 3).epsilon(1e-14));
  CHECK(pair.se == Approx(1.0 / 3).epsilon(1e-14)); // differences -3, -2, -3
  print(results, "linear", "rank_mse", "klr", "4.50");
  pair = pair_of(order_of(results, "linear", "rank_mse"), "klr", "beta");
  CHECK(pair.verdict == Verdict::cannot_tell); // t 8 of three data sets, z 2.4
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") != "liver"; });
  pair = pair_of(order_of(results, "linear", "rank_mse"), "klr", "beta");
  CHECK(std::isnan(pair.se));
  CHECK(pair.verdict == Verdict::cannot_tell);
}

TEST_CASE("over one data set the error of a difference is that of its replicates", "[order][degenerate]") {
  Results results = handmade::data_sets();
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") != "wine"; });
  const OrderedPair pair = pair_of(order_of(results, "linear", "mse"), "platt", "bins");
  CHECK(pair.difference == Approx(-0.03).epsilon(1e-12));
  CHECK(pair.se == Approx(0.002).epsilon(1e-9));
}

TEST_CASE("without a data axis to average, a pair is judged on its own replicates", "[order]") {
  Results results = handmade::data_sets();
  results.card.layout.mean_over = "";
  results.card.layout.rank_over.reset();
  results.card.layout.rows = {"data", "method"};
  results.card.layout.metrics = {"mse"};
  for (Published& number : results.card.published) number.at["data"] = "wine";
  const auto orders = method_orders(results, tabulate(results)).orders;
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].labels == std::vector<std::string>{"Wine", "Linear"});
  CHECK(pair_of(orders[0], "klr", "platt").verdict == Verdict::match); // .20 > .19 as .25 > .20
  CHECK(pair_of(orders[0], "klr", "platt").se == Approx(0.001).epsilon(1e-9));
}

TEST_CASE("a data set that was not run leaves its pairs untold", "[order][degenerate]") {
  Results results = handmade::data_sets();
  handmade::drop_replicates(results, handmade::setting_at(results, "wine", "rbf", "klr"), 0);
  CHECK(pair_of(order_of(results, "rbf", "mcre"), "klr", "platt").verdict == Verdict::cannot_tell);
  results.rows = {};
  CHECK(verdicts_of(order_of(results, "rbf", "mse").pairs).by_verdict == counts(0, 0, 6).by_verdict);
}

TEST_CASE("readings of one published number make no pair with each other", "[order]") {
  Results results = handmade::data_sets();
  results.card.axes[2].values[1].stands_for = "klr";
  const MethodOrder order = order_of(results, "linear", "mse");
  CHECK(order.pairs.size() == 5);
  CHECK_THROWS(pair_of(order, "klr", "platt"));
}

TEST_CASE("a study over other data sets is judged by pairs, any other by cells", "[order]") {
  Results results = handmade::data_sets();
  CHECK(judge(results).counts.by_verdict == counts(13, 1, 5).by_verdict);
  CHECK(verdict_counts(tabulate(results))[Verdict::cannot_tell] == 14);
  results.card.published_comparable = Comparable::value;
  const Table table = tabulate(results);
  CHECK(judge(results).counts.by_verdict == verdict_counts(table).by_verdict);
  CHECK(method_orders(results, table).orders.empty());
}
