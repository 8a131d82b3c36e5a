#include <cmath>
#include <limits>

#include "results/record/text.hpp"
#include "results/statistics/attainable.hpp"
#include "results/statistics/digits.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/summary.hpp"
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
