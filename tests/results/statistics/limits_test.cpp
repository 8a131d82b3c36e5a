#include <cmath>
#include <limits>

#include "results/record/columns.hpp"
#include "results/record/text.hpp"
#include "results/report/notes.hpp"
#include "results/report/table/design.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/statistics/agreement.hpp"
#include "results/statistics/attainable.hpp"
#include "results/statistics/digits.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/pair_order.hpp"
#include "results/statistics/pools.hpp"
#include "results/statistics/summary.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

// Where a formula that is right near the middle loses its digits, its sign or its limit.

TEST_CASE("a probability far out is small and never 0", "[joint][oracle]") {
  CHECK(two_sided(10) == Approx(1.523970604832105e-23).epsilon(1e-12)); // by 50 digits of erfc
  const JointTest one = joint_test(Eigen::VectorXd::Constant(1, 10.0), Eigen::MatrixXd::Identity(1, 1));
  CHECK(one.shifted == Approx(1.523970604832105e-23).epsilon(1e-9)); // a chi-squared of one degree
  CHECK(one.p > 0);
  CHECK(one.p < 1e-22);
}

TEST_CASE("a joint test's p-value of the largest counts the observed block among the draws",
          "[joint][degenerate]") {
  // No draw of two reaches 4.6, whose bound by single z, 8.4e-6, is below 1 / 10,001.
  const JointTest block =
      joint_test((Eigen::VectorXd(2) << 4.6, 0).finished(), Eigen::MatrixXd::Identity(2, 2));
  CHECK(block.single == Approx(2 * two_sided(4.6)).epsilon(1e-12));
  const JointTest mild =
      joint_test((Eigen::VectorXd(2) << 3.9, 0).finished(), Eigen::MatrixXd::Identity(2, 2));
  CHECK(mild.single * 10001 == Approx(std::round(mild.single * 10001)).margin(1e-6));
  CHECK(mild.single * 10001 >= 1);
}

TEST_CASE("an improvement over a negative reference has a positive standard error", "[summary][degenerate]") {
  const auto of = [](const std::vector<double>& values) {
    Series out;
    for (const double value : values)
      out.push_back({static_cast<std::int32_t>(out.size()), value, Outcome::ok});
    return out;
  };
  const Summary positive = improvement_percent(of({1, 2, 5}), of({2, 4, 10.5}));
  const Summary negative = improvement_percent(of({-1, -2, -5}), of({-2, -4, -10.5}));
  CHECK(positive.se > 0);
  CHECK(negative.mean == Approx(positive.mean).epsilon(1e-12));
  CHECK(negative.se == Approx(positive.se).epsilon(1e-12));
}

TEST_CASE("a mean that is infinite has no standard error beside it, and its finite part has one",
          "[summary][degenerate]") {
  const double infinite = std::numeric_limits<double>::infinity();
  Series a, b;
  for (const double value : {1.0, 2.0, 4.0, infinite}) {
    const auto replicate = static_cast<std::int32_t>(a.size());
    a.push_back({replicate, value, Outcome::ok});
    b.push_back({replicate, 2 + value / 3, Outcome::ok});
  }
  for (const Summary& one : {summarise(a), improvement_percent(a, b), paired_difference(a, b)}) {
    CHECK_FALSE(std::isfinite(one.mean));
    CHECK(std::isnan(one.se));
    CHECK(one.infinite == 1);
    CHECK(one.used == 4);
  }
  CHECK(summarise(a).finite_se > 0);
  CHECK(improvement_percent(a, b).finite_se > 0);
}

TEST_CASE(
    "a number half a unit of the last digit away has all digits in common, whatever binary rounding does",
    "[digits][degenerate]") {
  for (int i = 100; i < 1100; ++i) {
    const std::string text = decimal(0.001 * i, 3);
    CAPTURE(text);
    for (const double away : {0.0005, -0.0005}) {
      const DigitAgreement common = digits_in_common(read_printed(text).value + away, text);
      CHECK(common.agreed == common.printed);
    }
    CHECK(digits_in_common(read_printed(text).value + 0.00051, text).agreed < (i < 1000 ? 3 : 4));
  }
}

TEST_CASE("a mean of rates that lies between two printed numbers is attainable as either",
          "[attainable][degenerate]") {
  for (const double points : {16.0, 80.0, 400.0})
    for (int errors = 1; errors < points; errors += 2) {
      const int thousandths = static_cast<int>(1000 * errors / points); // a multiple of 1/2000
      if (thousandths * points == 1000 * errors) continue;
      for (const int one : {thousandths, thousandths + 1}) {
        CAPTURE(points, errors, one);
        if (std::abs(one - 1000 * errors / points) != 0.5) continue;
        CHECK(attainable(read_printed(decimal(0.001 * one, 3)), {1, points, 1}) == Attainable::yes);
        CHECK(attainable(read_printed(decimal(0.1 * one, 1)), {1, points, 100}) == Attainable::yes);
      }
    }
}

TEST_CASE("whether multiples leave room is not decided by a rounding", "[attainable][degenerate]") {
  // Half a multiple is as wide as a unit of the last digit: nothing could fail.
  for (const double points : {5.0, 50.0, 500.0})
    for (const double whole : {1.0, 100.0}) {
      const int decimals = static_cast<int>(std::lround(std::log10(2 * points / whole)));
      CAPTURE(points, whole, decimals);
      if (decimals < 0) continue;
      CHECK_FALSE(is_telling(read_printed(decimal(0.5 * whole, decimals)), {1, points, whole}));
      CHECK(is_telling(read_printed(decimal(0.5 * whole, decimals + 1)), {1, points, whole}));
    }
}

TEST_CASE("a number at exactly two errors matches, and at exactly three it is not off",
          "[agreement][degenerate]") {
  const Published printed{{}, "gkl", "0.000", "0.004"}; // near 0 doubles are dense enough to meet the limit
  const auto compared = [&](double mean) {
    Summary ours;
    ours.mean = ours.finite_mean = mean;
    ours.se = ours.finite_se = 0.003;
    ours.used = 100;
    return compare(ours, printed, 100);
  };
  for (const double errors : {2.0, 3.0}) {
    double low = 0, high = 0.1; // by bisection: the first double that is so many errors away
    while (std::nextafter(low, 1.0) < high) {
      const double middle = low + (high - low) / 2;
      (compared(middle).z < errors ? low : high) = middle;
    }
    while (compared(high).z < errors) high = std::nextafter(high, 1.0);
    CAPTURE(errors);
    REQUIRE(compared(high).z == errors);
    CHECK(compared(high).verdict == (errors == 2 ? Verdict::match : Verdict::cannot_tell));
  }
}

TEST_CASE("three values of ours are enough to judge by, two are not", "[agreement][degenerate]") {
  for (const std::int32_t used : {2, 3}) {
    Summary ours;
    ours.mean = ours.finite_mean = 0.581;
    ours.se = ours.finite_se = 0.001;
    ours.used = used;
    CHECK(compare(ours, {{}, "gkl", "0.581", "0.004"}, 100).is_too_few == (used == 2));
  }
}

TEST_CASE("a pair of which either side failed or did not converge is counted so", "[summary][degenerate]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Series good{{0, 1, Outcome::ok}, {1, 2, Outcome::ok}, {2, 4, Outcome::ok}},
      other{{0, 2, Outcome::ok}, {1, 3, Outcome::not_converged}, {2, none, Outcome::failed}};
  for (const Summary& one : {paired_difference(good, other), paired_difference(other, good)}) {
    CHECK(one.failed == 1);
    CHECK(one.undefined == 0);
    CHECK(one.not_converged == 1);
    CHECK(one.used == 2);
  }
}

TEST_CASE("a difference from a multiple of the reference is that of each pair", "[averages][manufactured]") {
  const Results all = handmade::methods({{"a", {10, 11, 15}}, {"b", {4, 6, 7}}});
  const Averages averages(all);
  CHECK(averages.difference(0, 1, "error_percent", 2).mean == Approx((10 + 11 + 15 - 2 * 17) / 3.0));
  CHECK(averages.difference(0, 1, "error_percent", 1).mean == Approx((10 + 11 + 15 - 17) / 3.0));
}

TEST_CASE("replicates that an average leaves out as degenerate were planned", "[averages][degenerate]") {
  Results all = handmade::table2(); // five replicates of each
  all.card.replications = 1;        // as of a card that is behind its cells
  std::size_t cells = 0;
  for_each_cell(tabulate(all), [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (!cell.computed) return;
    ++cells;
    CHECK(cell.planned == 5);
  });
  CHECK(cells > 4);
}

TEST_CASE("the difference that is found four times in five is 3.84 errors", "[agreement][manufactured]") {
  Agreement agreement;
  agreement.combined_se = 0.01;
  // Of N(3.8416, 1) a fifth lies below 3.
  CHECK(detectable_difference(agreement) == Approx(0.038416).epsilon(1e-4));
}

TEST_CASE("the rounding of an improvement is that of both means, by the formula's derivatives",
          "[agreement][manufactured]") {
  const PrintedNumber of = read_printed("0.50"), over = read_printed("0.40");
  const double r = 0.01 / std::sqrt(12.0), by_of = 100 / 0.4 * r, by_over = 100 * 0.5 / (0.4 * 0.4) * r;
  CHECK(improvement_rounding(of, over) == Approx(std::hypot(by_of, by_over)));
}

TEST_CASE("an order that every shuffle has as well is no news", "[order][degenerate]") {
  CHECK(by_chance({{{1, 2, 3}, {5, 5, 5}}}) == 1);
  CHECK(by_chance({{{1, 2}, {1, 2}}}) == Approx(0.5).margin(0.05));
}

TEST_CASE("a failure that is entered behind a value changes nothing", "[columns][degenerate]") {
  ResultColumns columns({std::string(32, 'a')}, 1);
  Record good, bad;
  good.key = bad.key = {std::string(32, 'a'), 0};
  good.values["cre"] = 0.25;
  bad.outcome = Outcome::failed;
  bad.error = "why";
  CHECK(columns.enter(good));
  CHECK(columns.enter(bad));
  CHECK(columns.outcome(0, 0) == Outcome::ok);
  CHECK(columns.failures().empty());
  CHECK(columns.counts().failed == 0);
}

TEST_CASE("a single cell that has not been run is a hole", "[notes][degenerate]") {
  Results all = handmade::methods({{"a", {1, 2, 3}}});
  CHECK(holes(all).empty());
  all.card.replications = 4;
  CHECK(holes(all) == std::vector<std::string>{"1 of 4 cells have not been run."});
}

TEST_CASE("a place at which two settings stand has none", "[claims][degenerate]") {
  Results all = handmade::methods({{"a", {1, 2, 3}}, {"b", {1, 2, 3}}});
  const Design design(all.card);
  CHECK(design.setting_at({{"data", "usps"}, {"method", "b"}}) == 1);
  all.card.points.push_back({{{"data", "usps"}}, 0});
  CHECK(Design(all.card).setting_at({{"data", "usps"}, {"method", "a"}}) == 0);
  CHECK_FALSE(Design(all.card).setting_at({{"data", "usps"}, {"method", "b"}}).has_value());
}

TEST_CASE("a table of series is not there because one behind it is", "[series][degenerate]") {
  Record record;
  record.series = {{"prediction.observation", {1}}};
  CHECK(facts_of(record, {{}, {"path"}}).answered == 0);
  CHECK(facts_of(record, {{}, {"prediction"}}).present == 1);
  note_absent(record, {{}, {"path"}});
  CHECK(record.series.contains("path.none"));
}

TEST_CASE("a printed error of R replications has one degree of freedom less, one of a single none to lose",
          "[pools][degenerate]") {
  Summary pool;
  pool.mean = pool.finite_mean = 0.5;
  pool.se = pool.finite_se = 0.01;
  pool.used = 10;
  const std::vector<Summary> pools(3, pool);
  CHECK(pooled_number(pools, {{}, "gkl", "0.500", "0.01"}, 100).published.df == 99);
  CHECK(std::isinf(pooled_number(pools, {{}, "gkl", "0.500", "0.01"}, 1).published.df));
}
