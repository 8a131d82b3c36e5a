#include "results/report/panels/blocks.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/order.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

constexpr std::size_t replicates = 60;
const std::vector<std::string> names{"a", "b", "c", "d", "e"};

/// Errors of five methods on common draws: 10 to 14 with a spread of 1, correlated by 0.7; method `wrong` is
/// worse by 1.
std::map<std::string, std::vector<double>> drawn(std::mt19937& draws, const std::string& wrong = "") {
  std::normal_distribution<double> normal;
  std::map<std::string, std::vector<double>> out;
  for (std::size_t r = 0; r < replicates; ++r) {
    const double common = normal(draws);
    for (std::size_t m = 0; m < names.size(); ++m)
      out[names[m]].push_back(10 + static_cast<double>(m) + std::sqrt(0.7) * common +
                              std::sqrt(0.3) * normal(draws) + (names[m] == wrong ? 1 : 0));
  }
  return out;
}

Summary summary(const std::vector<double>& values) {
  Series series;
  for (std::size_t i = 0; i < values.size(); ++i)
    series.push_back({static_cast<std::int32_t>(i), values[i], Outcome::ok});
  return summarise(series);
}

/// Ours are one simulated study, the published numbers another, printed to three decimals.
Results simulated(std::mt19937& draws, const std::string& wrong = "") {
  Results all = handmade::methods(drawn(draws));
  for (const auto& [method, values] : drawn(draws, wrong)) {
    const Summary theirs = summary(values);
    all.card.published.push_back({{{"data", "usps"}, {"method", method}},
                                  "error_percent",
                                  decimal(theirs.mean, 3),
                                  decimal(theirs.se, 3)});
  }
  all.card.published_replications = static_cast<std::int32_t>(replicates);
  return all;
}

/// The published numbers are our own means.
Results copied() {
  std::mt19937 draws(3);
  Results all = handmade::methods(drawn(draws));
  const Table table = tabulate(all);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Summary& ours = table.rows[0].cells[c]->ours;
    all.card.published.push_back({{{"data", "usps"}, {"method", names[c]}},
                                  "error_percent",
                                  decimal(ours.mean, 3),
                                  decimal(ours.se, 3)});
  }
  all.card.published_replications = static_cast<std::int32_t>(replicates);
  return all;
}

Block block_of(const Results& all) {
  const std::vector<Block> found = blocks(all, tabulate(all));
  REQUIRE(found.size() == 1);
  return found[0];
}

/// What stands in the column of margins.
std::vector<std::string> marks_of(const Results& all) {
  std::vector<std::string> out;
  for (const Grid& grid : compose(all).grids)
    if (grid.title.ends_with("published against marginlab") && grid.heads[0][4].text == "Margin")
      for (const GridRow& row : grid.rows) out.push_back(row.entries[4].text);
  return out;
}

} // namespace

TEST_CASE("in a table of our own means a cell moved by five combined standard errors turns its block",
          "[blocks][checker]") {
  const Results all = copied();
  CHECK(block_of(all).verdict == BlockVerdict::agrees);
  for (std::size_t i = 0; i < all.card.published.size(); ++i) {
    Results moved = all;
    Published& one = moved.card.published[i];
    const double s = std::sqrt(2.0) * std::stod(one.se);
    one.value = decimal(std::stod(one.value) + 5 * s, 3);
    CAPTURE(i);
    CHECK(block_of(moved).verdict == BlockVerdict::differs);
    CHECK(block_of(moved).test.largest > 4);
  }
}

TEST_CASE("at least 90 of 100 simulated tables agree, and those of a wrong method do not",
          "[blocks][manufactured]") {
  std::mt19937 draws(11);
  int agree = 0, wrong_found = 0;
  for (int i = 0; i < 100; ++i) agree += block_of(simulated(draws)).verdict == BlockVerdict::agrees;
  for (int i = 0; i < 20; ++i)
    wrong_found += block_of(simulated(draws, "c")).verdict == BlockVerdict::differs;
  CAPTURE(agree, wrong_found);
  CHECK(agree >= 90);
  CHECK(agree <= 99); // 95 are expected: a test that never rejects tests nothing
  CHECK(wrong_found == 20);
}

TEST_CASE("correlated cells are worth fewer, and their order counts in pairs", "[blocks]") {
  const Block block = block_of(copied());
  CHECK(block.cells == 5);
  CHECK(block.test.df < 3.5); // 25 / (5 + 20 * 0.49) = 1.7 without the rounding
  CHECK(block.test.df > 1);
  CHECK(block.order.pairs == 10);
  CHECK(block.order.in_order == 10);
  CHECK(block.order.by_chance == Approx(1.0 / 120).margin(0.005));
  CHECK(block.order.spearman == Approx(1));
}

TEST_CASE("means that agree to rounding are in no order of a block, whatever their last bits say",
          "[blocks][degenerate]") {
  const Results published = copied();
  for (const double by : {-1e-13, 0.0, 1e-13}) {
    CAPTURE(by);
    std::mt19937 draws(3);
    auto values = drawn(draws);
    values[names[1]] = values[names[0]];
    for (double& value : values[names[1]]) value += by;
    Results all = handmade::methods(values);
    all.card.published = published.card.published;
    all.card.published_replications = published.card.published_replications;
    const Block block = block_of(all);
    CHECK(block.order.pairs == 10);
    CHECK(block.order.in_order == 9);
    CHECK(block.order.spearman == Approx(std::sqrt(0.95))); // one tie among five
  }
}

TEST_CASE("the published order reversed is no order of ours", "[blocks][checker]") {
  Results all = copied();
  for (std::size_t i = 0; i < 2; ++i) std::swap(all.card.published[i].value, all.card.published[4 - i].value);
  const Block block = block_of(all);
  CHECK(block.order.in_order == 0);
  CHECK(block.order.by_chance == 1);
  CHECK(block.verdict == BlockVerdict::differs);
}

TEST_CASE("a cell without a z is left out and counted; a block of nothing else cannot tell",
          "[blocks][degenerate]") {
  Results all = copied();
  all.rows.values["error_percent"][0] = std::numeric_limits<double>::infinity();
  Block block = block_of(all);
  CHECK(block.cells == 4);
  CHECK(block.left_out == 1);
  CHECK(block.verdict == BlockVerdict::agrees);
  for (double& value : all.rows.values["error_percent"]) value = std::numeric_limits<double>::infinity();
  block = block_of(all);
  CHECK(block.cells == 0);
  CHECK(block.test.p == 1);
  CHECK(block.verdict == BlockVerdict::cannot_tell);
}

TEST_CASE("means too coarse to miss anything cannot tell, as a cell of them could not", "[blocks]") {
  Results all = copied();
  for (Published& one : all.card.published) one.se = "0.02"; // ours is 0.13
  CHECK(block_of(all).verdict == BlockVerdict::cannot_tell);
}

TEST_CASE("a reading of a method is in no block; one of a data set is a block that can explain", "[blocks]") {
  Results all = copied();
  all.card.axes[2].values[4].stands_for = "d";
  CHECK(block_of(all).cells == 4);
  all = copied();
  all.card.axes[0].values.push_back({"usps_raw", "USPS raw", "usps"});
  Results both = all;
  for (const Point& point : all.card.points) {
    both.card.points.push_back(point);
    both.card.points.back().at["data"] = "usps_raw";
  }
  for (const Published& one : all.card.published) {
    both.card.published.push_back(one);
    both.card.published.back().at["data"] = "usps_raw";
  }
  for (std::size_t i = 0; i < 5; ++i) both.card.published[i].value = "20.000";
  const std::vector<Block> found = blocks(both, tabulate(both));
  REQUIRE(found.size() == 2);
  CHECK(found[0].verdict == BlockVerdict::differs);
  CHECK(found[1].is_reading);
  CHECK(found[1].verdict == BlockVerdict::agrees);
  const BlockCounts counts = block_counts(found);
  CHECK(counts.all() == 1);
  CHECK(counts.explained == 1);
  CHECK(counts.unexplained == 0);
}

TEST_CASE("a block that differs has the cause that the study names, else none; one that agrees has no cause",
          "[blocks]") {
  Results all = copied();
  all.card.published[0].value = "20.000";
  const auto counts_of = [](const Results& results) {
    return block_counts(blocks(results, tabulate(results)));
  };
  CHECK(counts_of(all).unexplained == 1);
  CHECK(agreeing(counts_of(all)) == "0 of 1, 1 unexplained");
  all.card.causes = {{"usps", "error_percent", Cause::paper, "No such mean can be."},
                     {"usps", "gkl", Cause::reading, "Another metric."}};
  CHECK(counts_of(all).of_the_paper == 1);
  CHECK(counts_of(all).unexplained == 0);
  CHECK(agreeing(counts_of(all)) == "0 of 1, 1 the paper's");
  const std::string report = render(all, Format::markdown);
  CHECK_THAT(report, Catch::Contains("explained by a reading: 0, the paper's own: 1, unexplained: 0"));
  CHECK_THAT(report, Catch::Contains("TE %: the paper's. No such mean can be."));
  CHECK_THAT(report, !Catch::Contains("Another metric."));
  Results sound = copied();
  sound.card.causes = all.card.causes;
  CHECK(agreeing(counts_of(sound)) == "1 of 1");
  CHECK_THAT(render(sound, Format::markdown), !Catch::Contains("No such mean can be."));
}

TEST_CASE("a cause turns no verdict", "[blocks]") {
  Results all = copied();
  all.card.published[0].value = "20.000";
  const Block before = block_of(all);
  all.card.causes = {{"usps", "error_percent", Cause::reading, "Shown elsewhere."}};
  const Block after = block_of(all);
  CHECK(after.verdict == before.verdict);
  CHECK(after.adjusted == before.adjusted);
  CHECK(after.cause == Cause::reading);
}

TEST_CASE("several studies of a paper are one family: a p that stood alone may not stand among many",
          "[blocks]") {
  Results all = copied();
  Published& one = all.card.published[2];
  one.value = decimal(std::stod(one.value) + 3.1 * std::sqrt(2.0) * std::stod(one.se), 3);
  const Block alone = block_of(all);
  CHECK(alone.verdict == BlockVerdict::differs);
  std::vector<std::vector<Block>> many(12, std::vector<Block>{block_of(copied())});
  many[0] = {alone};
  judge_together(many);
  CHECK(many[0][0].adjusted == Approx(std::min(1.0, 12 * alone.test.p)));
  CHECK(many[0][0].verdict == (12 * alone.test.p < 0.05 ? BlockVerdict::differs : BlockVerdict::agrees));
}

TEST_CASE("the report leads its verdicts with the blocks", "[blocks]") {
  const Document document = compose(copied());
  const auto verdicts = std::find_if(document.sections.begin(), document.sections.end(),
                                     [](const Section& section) { return section.topic == Topic::verdicts; });
  REQUIRE(verdicts != document.sections.end());
  CHECK(verdicts->heading == "Blocks");
  CHECK(verdicts->lines[0] == "1 of 1 blocks (data set x metric) agree; differing: 0; cannot tell: 0.");
  CHECK_THAT(render(copied(), Format::text), Catch::Contains("blocks of cells, published against marginlab"));
}

TEST_CASE("a margin marks a difference as a trifle and changes no verdict", "[blocks]") {
  Results all = copied();
  Published& one = all.card.published[2];
  one.value = decimal(std::stod(one.value) + 1, 3);
  const auto off = verdict_counts(tabulate(all));
  all.card.margins["error_percent"] = 1.1;
  CHECK(verdict_counts(tabulate(all)).by_verdict == off.by_verdict);
  CHECK(marks_of(all) == std::vector<std::string>(5, "trifle"));
  CHECK_THAT(render(all, Format::text), Catch::Contains("at most 1.1 in TE %"));
  all.card.margins["error_percent"] = 0.5;
  CHECK(marks_of(all) == std::vector<std::string>{"trifle", "trifle", "beyond", "trifle", "trifle"});
}

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
  CHECK(order.counts.by_verdict == counts(5, 0, 1).by_verdict);
  CHECK(order.spearman == Approx(0.8).epsilon(1e-15));
}

TEST_CASE("an infinite mean in the opposite order, and numbers level as printed, cannot tell", "[order]") {
  const MethodOrder order = order_of(handmade::data_sets(), "rbf", "mse");
  CHECK(pair_of(order, "klr", "beta").verdict == Verdict::cannot_tell);   // published .10 > .05, ours < inf
  CHECK(pair_of(order, "platt", "bins").verdict == Verdict::cannot_tell); // both .20
  CHECK(order.counts.by_verdict == counts(2, 0, 4).by_verdict);
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
  CHECK(order_of(results, "rbf", "mse").counts.by_verdict == counts(0, 0, 6).by_verdict);
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
  CHECK(judged(results, tabulate(results)).by_verdict == counts(13, 1, 5).by_verdict);
  CHECK(verdict_counts(tabulate(results))[Verdict::cannot_tell] == 14);
  results.card.published_comparable = Comparable::value;
  const Table table = tabulate(results);
  CHECK(judged(results, table).by_verdict == verdict_counts(table).by_verdict);
  CHECK(method_orders(results, table).orders.empty());
}
