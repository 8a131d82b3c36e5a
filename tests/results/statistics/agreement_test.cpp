#include "results/statistics/agreement.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/statistics/attainable.hpp"
#include "results/statistics/joint.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

// The checker against wrong answers first, then against right ones.

namespace {

Summary ours(double mean, double se, std::int32_t used) {
  Summary summary;
  summary.mean = summary.finite_mean = mean;
  summary.se = summary.finite_se = se;
  summary.used = used;
  return summary;
}

Published printed(const std::string& value, const std::string& se) {
  return {{}, "gkl", value, se};
}

Verdict verdict(const Summary& summary, const Published& published, std::int32_t replications) {
  return compare(summary, published, replications).verdict;
}

constexpr std::int32_t many = 1'000'000; // replications: t is z

/// The combined error of ours (0.003) and 0.581 (0.004), rounding included.
const double of_all = std::sqrt(0.003 * 0.003 + 0.004 * 0.004 + 1e-6 / 12);

} // namespace

TEST_CASE("five standard errors away is off, on either side", "[agreement]") {
  CHECK(verdict(ours(0.581 + 5 * of_all, 0.003, 100), printed("0.581", "0.004"), 100) == Verdict::off);
  CHECK(verdict(ours(0.581 - 5 * of_all, 0.003, 100), printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("the verdict turns at two and at three standard errors", "[agreement]") {
  const auto at = [](double z) {
    return verdict(ours(0.581 + z * of_all, 0.003, many), printed("0.581", "0.004"), many);
  };
  CHECK(at(0.5) == Verdict::match);
  CHECK(at(1.99) == Verdict::match);
  CHECK(at(2.01) == Verdict::cannot_tell);
  CHECK(at(-2.99) == Verdict::cannot_tell);
  CHECK(at(3.01) == Verdict::off);
}

TEST_CASE("a reproduction too coarse to miss anything does not match", "[agreement]") {
  const double uncertainty = std::sqrt(0.004 * 0.004 + 1e-6 / 12);
  CHECK(verdict(ours(0.581, 2.99 * uncertainty, 50), printed("0.581", "0.004"), 100) == Verdict::match);
  const Agreement coarse = compare(ours(0.581, 6 * uncertainty, 50), printed("0.581", "0.004"), 100);
  CHECK(coarse.verdict == Verdict::cannot_tell);
  CHECK(coarse.replicates_wanted == 200); // twice too coarse: four times the replicates
}

TEST_CASE("coarse or not, three standard errors away is off", "[agreement]") {
  CHECK(verdict(ours(0.9, 0.05, 50), printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("z is the difference over ours, theirs and the rounding combined", "[agreement]") {
  const Agreement agreement = compare(ours(0.591, 0.003, many), printed("0.581", "0.004"), many);
  CHECK(agreement.difference == Approx(0.010));
  CHECK(agreement.combined_se == Approx(of_all));
  CHECK(agreement.z == Approx(0.010 / of_all));
  CHECK(agreement.published_error == PublishedError::printed_se);
}

TEST_CASE("coarser printing forgives more", "[agreement]") {
  CHECK(verdict(ours(0.64, 0.0001, 100), printed("0.6", "0.0001"), 100) == Verdict::match);
  CHECK(verdict(ours(0.64, 0.0001, 100), printed("0.60", "0.0001"), 100) == Verdict::off);
}

TEST_CASE("without a printed error our spread is scaled to the paper's replications", "[agreement]") {
  // ours: sd 0.3 over 25 replicates, se 0.06; the paper's 100 replications give 0.03
  const Agreement agreement = compare(ours(2.10, 0.06, 25), printed("2.06", ""), 100);
  CHECK(agreement.published_error == PublishedError::our_spread);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.06 * 0.06 + 0.03 * 0.03 + 1e-4 / 12)));
  CHECK(agreement.verdict == Verdict::match);
}

TEST_CASE("without a printed error and replications only the rounding is left", "[agreement]") {
  const Agreement agreement = compare(ours(2.061, 0.006, 25), printed("2.06", ""), 0);
  CHECK(agreement.published_error == PublishedError::rounding_only);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.006 * 0.006 + 1e-4 / 12)));
  CHECK(agreement.verdict == Verdict::match);
}

TEST_CASE("a printed standard deviation is divided by the root of the paper's replications", "[agreement]") {
  Published published = printed("2.29", "");
  published.sd = "1.17";
  const Agreement agreement = compare(ours(2.29, 0.2, 20), published, 20);
  CHECK(agreement.published_error == PublishedError::printed_sd);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.04 + 1.17 * 1.17 / 20 + 1e-4 / 12)));
}

TEST_CASE("fewer than two finite values of ours cannot tell", "[agreement][degenerate]") {
  const double nan = std::nan("");
  CHECK(verdict(ours(0.581, nan, 1), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(0.9, nan, 1), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(nan, nan, 0), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(nan, nan, 0), printed("inf", ""), 100) == Verdict::cannot_tell);
}

TEST_CASE("infinite means agree only with infinite means", "[agreement][degenerate]") {
  Summary infinite = ours(inf, std::nan(""), 100);
  infinite.infinite = 3;
  CHECK(verdict(infinite, printed("0.581", "0.004"), 100) == Verdict::off);
  CHECK(verdict(infinite, printed("inf", ""), 100) == Verdict::match);
  CHECK(verdict(infinite, printed("-inf", ""), 100) == Verdict::off);
}

TEST_CASE("an infinite published mean is contradicted only by as many replicates",
          "[agreement][degenerate]") {
  CHECK(verdict(ours(0.5, 0.01, 100), printed("inf", ""), 100) == Verdict::off);
  CHECK(verdict(ours(0.5, 0.01, 99), printed("inf", ""), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(0.5, 0.01, 1000), printed("inf", ""), 0) == Verdict::cannot_tell);
}

TEST_CASE("an infinite published mean is not contradicted by one that leaves degenerate replicates out",
          "[agreement][degenerate]") {
  Summary rest = ours(0.5, 0.01, 100);
  rest.degenerate = 4;
  CHECK(verdict(rest, printed("inf", ""), 100) == Verdict::cannot_tell);
  CHECK(verdict(rest, printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("no printed value is not published, whatever ours is", "[agreement]") {
  CHECK(verdict(ours(0.5, 0.01, 100), printed("", ""), 100) == Verdict::not_published);
  CHECK(verdict({}, printed("", "0.1"), 100) == Verdict::not_published);
}

TEST_CASE("a printed text that is not a number is refused, the error's as well", "[agreement]") {
  CHECK_THROWS_AS(verdict(ours(0.5, 0.01, 9), printed("half", ""), 100), core::UserError);
  CHECK_THROWS_AS(verdict(ours(0.5, 0.01, 9), printed("0.5", "(0.01)"), 100), core::UserError);
}

// Against the verdict itself: with one replicate fewer it cannot tell, with the number asked for it can.

namespace {

struct SettleCase {
  double mean, se;
  std::int32_t n;
};

const double u = std::sqrt(0.004 * 0.004 + 1e-6 / 12); // of 0.581 (0.004)

/// The verdict if the mean and the spread stayed as they are.
Verdict with(const SettleCase& one, std::int64_t n) {
  Summary ours;
  ours.mean = ours.finite_mean = one.mean;
  ours.se = ours.finite_se = one.se * std::sqrt(static_cast<double>(one.n) / static_cast<double>(n));
  ours.used = static_cast<std::int32_t>(n);
  return compare(ours, {{}, "gkl", "0.581", "0.004"}, 100).verdict;
}

std::int64_t wanted(const SettleCase& one) {
  return replicates_to_settle({.difference = one.mean - 0.581,
                               .se = one.se,
                               .n = one.n,
                               .published = {0.004, 99},
                               .rounding = 0.001 / std::sqrt(12)});
}

} // namespace

TEST_CASE("the number asked for settles the verdict and one fewer does not, or no number does",
          "[settle][checker]") {
  std::mt19937 dice(7);
  std::uniform_real_distribution<double> shift(-6, 6), coarseness(0.1, 12);
  int settled = 0, hopeless = 0;
  for (int i = 0; i < 4000; ++i) {
    const SettleCase one{0.581 + shift(dice) * u, coarseness(dice) * u, 20};
    if (with(one, one.n) != Verdict::cannot_tell) continue;
    const std::int64_t n = wanted(one);
    CAPTURE(one.mean, one.se, n);
    if (n == 0) {
      ++hopeless;
      for (const std::int64_t more : {21, 100, 1000, 100'000, 10'000'000})
        REQUIRE(with(one, more) == Verdict::cannot_tell);
      continue;
    }
    ++settled;
    REQUIRE(n > one.n);
    REQUIRE(with(one, n + 1) != Verdict::cannot_tell); // a boundary met exactly is either's
    if (n > one.n + 2) REQUIRE(with(one, n - 2) == Verdict::cannot_tell);
  }
  CHECK(settled > 200);
  CHECK(hopeless > 20);
}

TEST_CASE("a coarse mean at the published one wants its error at three times u", "[settle][manufactured]") {
  CHECK(wanted({0.581, 6 * u, 50}) == 200);
}

TEST_CASE("a difference that the published number's uncertainty covers is never settled",
          "[settle][degenerate]") {
  CHECK(wanted({0.581 + 2.9 * u, 0.5 * u, 50}) == 0);
  CHECK(wanted({0.581 + 3 * u, 0.5 * u, 50}) == 0);
  CHECK(wanted({0.581 + 3.0000000001 * u, u, 1'000'000'000}) == 0); // more than anybody has
}

namespace {

Attainable asked(const std::string& text, const RateDesign& design) {
  return attainable(read_printed(text), design);
}

} // namespace

TEST_CASE("a mean of 20 error rates on 10 points is a multiple of a half percent: others are impossible",
          "[attainable][checker]") {
  const RateDesign design{20, 10, 100};
  CHECK(asked("1.10", design) == Attainable::no); // between .75 and 1.25, the odd halves
  CHECK(asked("1.49", design) == Attainable::no);
  CHECK(asked("1.50", design) == Attainable::yes);
  CHECK(asked("1.25", design) == Attainable::by_halves);
  CHECK(asked("0", design) == Attainable::yes);
  CHECK(asked("1.4", design) == Attainable::no);
  CHECK(asked("1.3", design) == Attainable::by_halves); // 1.25, rounded up at a tie
  CHECK(asked("1.2", design) == Attainable::by_halves); // and down
  CHECK(asked("inf", design) == Attainable::no);
  CHECK(asked("150.0", design) == Attainable::no);
  CHECK(asked("-0.50", design) == Attainable::no);
  CHECK(asked("100", design) == Attainable::yes);
  CHECK(asked("1.5", {20, 10, 1, false}) == Attainable::yes);
  CHECK(asked("0.015", {20, 10, 1}) == Attainable::yes); // a share
}

TEST_CASE("every mean of rates is attainable, however it is rounded", "[attainable][manufactured]") {
  std::mt19937 draws(1);
  for (const double points : {7, 30, 46, 388, 1444})
    for (const double rates : {3, 20, 100})
      for (int i = 0; i < 200; ++i) {
        const auto errors = static_cast<double>(draws() % static_cast<unsigned>(rates * points + 1));
        const std::string printed = decimal(100 * errors / (rates * points), i % 3);
        CAPTURE(points, rates, printed);
        CHECK(asked(printed, {rates, points, 100}) == Attainable::yes);
      }
}

TEST_CASE("a printing coarser than the multiples tells nothing", "[attainable][degenerate]") {
  CHECK_FALSE(is_telling(read_printed("1.60"), {20, 388, 100}));
  CHECK(is_telling(read_printed("5.79"), {20, 46, 100}));
  CHECK(is_telling(read_printed("5.790"), {20, 388, 100}));
  CHECK(nearest_attainable(read_printed("1.10"), {20, 10, 100}) == Approx(1.0));
}

namespace {

Eigen::MatrixXd even(Eigen::Index k, double r) {
  return Eigen::MatrixXd::Constant(k, k, r) + (1 - r) * Eigen::MatrixXd::Identity(k, k);
}

/// z of one draw with the correlation `even`.
Eigen::VectorXd drawn(Eigen::Index k, double r, std::mt19937& draws) {
  std::normal_distribution<double> normal;
  const double common = normal(draws);
  Eigen::VectorXd z(k);
  for (double& one : z) one = std::sqrt(r) * common + std::sqrt(1 - r) * normal(draws);
  return z;
}

} // namespace

TEST_CASE("one cell moved by five standard errors, and a whole block moved by a little, are found",
          "[joint][checker]") {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(16);
  const Eigen::MatrixXd apart = even(16, 0);
  CHECK(joint_test(z, apart).p == 1);
  z(7) = 5;
  CHECK(joint_test(z, apart).p < 1e-4);
  CHECK(joint_test(z, even(16, 0.5)).p < 1e-4);
  z.setConstant(1.9);
  CHECK(joint_test(z, apart).shifted < 1e-4);
  CHECK(joint_test(z, apart).p < 1e-4);
}

TEST_CASE("sixteen cells that move as one are worth one: the same shift is then no news",
          "[joint][checker]") {
  const Eigen::VectorXd z = Eigen::VectorXd::Constant(16, 1.9);
  const JointTest one = joint_test(z, even(16, 1));
  CHECK(one.df == Approx(1));
  CHECK(one.shifted == Approx(two_sided(1.9)));
  CHECK(one.single == Approx(two_sided(1.9)).margin(0.005));
  CHECK(one.p == Approx(2 * two_sided(1.9)).margin(0.01));
}

TEST_CASE("independent cells have the chi-squared of their number and Sidak's largest", "[joint][oracle]") {
  // pchisq(8 * 2, 8, lower.tail = FALSE) = 0.04238011; 1 - (1 - 2 pnorm(-sqrt(2)))^8
  const JointTest found = joint_test(Eigen::VectorXd::Constant(8, std::sqrt(2.0)), even(8, 0));
  CHECK(found.df == Approx(8));
  CHECK(found.shifted == Approx(0.04238011).epsilon(1e-6));
  CHECK(found.single == Approx(1 - std::pow(1 - two_sided(std::sqrt(2.0)), 8)).margin(0.01));
}

TEST_CASE("under the null about one block in twenty has a p below 0.05, whatever its correlation",
          "[joint][manufactured]") {
  std::mt19937 draws(5);
  for (const double r : {0.0, 0.5, 0.9}) {
    int below = 0;
    for (int i = 0; i < 200; ++i) below += joint_test(drawn(6, r, draws), even(6, r)).p < 0.05;
    CAPTURE(r, below);
    CHECK(below <= 20); // twice the expected ten
    CHECK(below >= 2);
  }
}

TEST_CASE("a correlation that is none, entry by entry, and no cell at all, are taken",
          "[joint][degenerate]") {
  Eigen::MatrixXd odd(3, 3);
  odd << 1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1; // an eigenvalue of -0.8
  CHECK(joint_test(Eigen::Vector3d(1, 1, 1), odd).p > 0.1);
  CHECK(joint_test(Eigen::VectorXd(0), Eigen::MatrixXd(0, 0)).p == 1);
}

TEST_CASE("Holm's p-values are those of R's p.adjust", "[joint][oracle]") {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.8), "holm")
  const std::vector<double> expected{0.04, 0.09, 0.09, 0.025, 0.8};
  const std::vector<double> found = holm({0.01, 0.04, 0.03, 0.005, 0.8});
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]));
  CHECK(holm({}).empty());
}

namespace {

Beyond seen(std::size_t compared, std::size_t beyond, double largest) {
  Beyond out;
  out.compared = compared;
  out.beyond = beyond;
  out.largest = largest;
  return out;
}

} // namespace

// scipy.stats: 2 * norm.sf(3), binom.sf(k - 1, n, p)
TEST_CASE("probabilities are those of the normal and the binomial distribution", "[diff][oracle]") {
  CHECK(two_sided(3) == Approx(0.0026997960632601866).epsilon(1e-12));
  CHECK(two_sided(-1.959963984540054) == Approx(0.05).epsilon(1e-12));
  CHECK(two_sided(0) == 1);
  CHECK(two_sided(std::numeric_limits<double>::infinity()) == 0);
  CHECK(two_sided(std::nan("")) == 1);
  CHECK(seen(1000, 3, 3.1).expected() == Approx(2.6997960632601866));
  CHECK(seen(1, 1, 3.1).at_least() == Approx(0.0026997960632601866));
  CHECK(seen(5, 0, 1).at_least() == 1);
  CHECK(seen(36, 1, 3.1).at_least() == Approx(1 - std::pow(1 - 0.0026997960632601866, 36)));
  CHECK(seen(2, 2, 3.1).at_least() == Approx(0.0026997960632601866 * 0.0026997960632601866).epsilon(1e-6));
  CHECK(seen(3, 2, 3.1).at_least() ==
        Approx(3 * std::pow(0.0026997960632601866, 2) * (1 - 0.0026997960632601866) +
               std::pow(0.0026997960632601866, 3))
            .epsilon(1e-6));
}

TEST_CASE("one z is beyond chance where it is beyond three", "[diff][checker]") {
  CHECK(seen(1, 1, 3.01).is_more_than_chance());
  CHECK_FALSE(seen(1, 0, 2.99).is_more_than_chance());
  CHECK_FALSE(seen(0, 0, 0).is_more_than_chance());
}

TEST_CASE("among many z some lie beyond three by chance, but not far, and not many", "[diff][checker]") {
  CHECK_FALSE(seen(1000, 3, 3.5).is_more_than_chance());
  CHECK_FALSE(seen(1000, 1, 4.2).is_more_than_chance());
  CHECK(seen(1000, 1, 5.1).is_more_than_chance());    // too far
  CHECK(seen(1000, 12, 3.3).is_more_than_chance());   // too many
  CHECK(seen(1000, 1000, 3.3).is_more_than_chance()); // all
  CHECK(seen(100'000, 400, 4).is_more_than_chance());
  CHECK_FALSE(seen(100'000, 290, 4.5).is_more_than_chance());
  CHECK(seen(10, 1, std::numeric_limits<double>::infinity()).is_more_than_chance());
}
