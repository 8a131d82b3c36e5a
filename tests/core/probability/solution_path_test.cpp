#include "core/probability/solution_path.hpp"

#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/decision/decision_comparison.hpp"
#include "core/probability/path_inversion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"

using core::Vector;

// One positive at x = 1 and one negative at x = -1. The dual has one variable t, the mass of either point:
// it maximises 2t - 2t^2/lambda over 0 <= t <= min(pi, 1 - pi), so w = 2t/lambda with t = min(lambda/2, pi,
// 1 - pi). The point that is not at its bound has y f = 1: beta_0 = 1 - w below pi = 1/2, w - 1 above.
namespace {

core::Estimate path(double lambda, const std::vector<double>& test) {
  core::Draw draw;
  draw.train = {core::Matrix(2, 1), core::Vector(2), {}};
  draw.train.x << 1, -1;
  draw.train.y << 1, -1;
  const auto m = static_cast<Eigen::Index>(test.size());
  draw.test = {core::Matrix(m, 1), core::Vector::Ones(m), {}};
  for (Eigen::Index i = 0; i < m; ++i) draw.test.x(i, 0) = test[static_cast<std::size_t>(i)];
  core::DrawCache cache(draw, {1, "two points", 0});
  return core::SolutionPath({}, lambda).estimate(cache);
}

using Numbers = std::vector<double>;

/// The path's values between its breakpoints, at weights where it does not jump.
Numbers read(const core::Estimate& estimate, const std::string& column, const Numbers& at) {
  const Numbers &pi = estimate.series.at("path.pi"), &y = estimate.series.at("path." + column);
  Numbers out;
  for (const double weight : at) {
    std::size_t k = 0;
    while (pi[k + 1] < weight) ++k;
    out.push_back(y[k] + (weight - pi[k]) / (pi[k + 1] - pi[k]) * (y[k + 1] - y[k]));
  }
  return out;
}

void check_close(const Numbers& found, const Numbers& wanted) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(wanted[i]).margin(1e-12));
}

} // namespace

TEST_CASE("two points at large lambda: the path is the one worked out by hand, its jump included",
          "[solution_path][manufactured]") {
  // lambda = 2: w = min(pi, 1 - pi); both points are at their bounds at pi = 1/2, where beta_0 jumps from 1/2
  // to -1/2.
  const core::Estimate found = path(2, {0, 3, -3, -1});
  const Numbers at{0.1, 0.3, 0.499, 0.501, 0.7, 0.9};
  check_close(read(found, "w_1", at), {0.1, 0.3, 0.499, 0.499, 0.3, 0.1});
  check_close(read(found, "beta_0", at), {0.9, 0.7, 0.501, -0.501, -0.7, -0.9});
  const Numbers& pi = found.series.at("path.pi");
  CHECK(std::count_if(pi.begin(), pi.end(), [](double p) { return std::abs(p - 0.5) < 1e-12; }) >= 2);
  CHECK(found.summary.status == core::Status::ok);
  // f(0) = beta_0 changes sign in the jump; f(3) = 3 - 4 pi above 1/2, f(-3) = 1 - 4 pi below.
  check_close(
      {found.probability.positive()(0), found.probability.positive()(1), found.probability.positive()(2)},
      {0.5, 0.75, 0.25});
}

TEST_CASE("two points at small lambda: w is 1 in the middle, where both are on the margin",
          "[solution_path][manufactured]") {
  const core::Estimate found = path(0.5, {0.5, -0.5, 1, -1});
  const Numbers at{0.125, 0.25, 0.5, 0.75, 0.875};
  check_close(read(found, "w_1", at), {0.5, 1, 1, 1, 0.5});
  check_close(read(found, "beta_0", at), {0.5, 0, 0, 0, -0.5});
  // Above 3/4, with u = 1 - pi, w = 4u and beta_0 = 4u - 1: f(1/2) = 6u - 1 is zero at u = 1/6.
  check_close({found.probability.positive()(0), found.probability.positive()(1)}, {5.0 / 6, 1.0 / 6});
}

TEST_CASE("separable classes have no flat ends: w grows from pi = 0 on", "[solution_path][manufactured]") {
  const core::Estimate found = path(2, {0});
  CHECK(found.facts.at("flat_until") == 0);
  CHECK(found.facts.at("flat_from") == 1);
  CHECK(found.facts.at("breakpoints") == static_cast<double>(found.series.at("path.pi").size()));
}

TEST_CASE("a positive and a negative at one point: f flips from +1 to -1 at once, at 1/2",
          "[solution_path][manufactured]") {
  core::Draw draw;
  draw.train = {core::Matrix::Zero(2, 1), core::Vector(2), {}};
  draw.train.y << 1, -1;
  draw.test = draw.train;
  core::DrawCache cache(draw, {1, "one point", 0});
  const core::Estimate found = core::SolutionPath({}, 1).estimate(cache);
  CHECK(found.facts.at("flat_until") == Approx(0.5));
  CHECK(found.facts.at("flat_from") == Approx(0.5));
  CHECK(found.probability.positive()(0) == Approx(0.5));
}

// LIBSVM, fit by fit, along the path. Its eps of 1e-6 leaves f accurate to some 1e-5.
namespace {

constexpr double closeness = 5e-5;

struct Case {
  std::string name;
  core::Sample train;
  core::Classifier classifier;
  double lambda;
};

std::vector<Case> cases() {
  const core::Classifier linear, gaussian{.kernel = {.shape = core::Kernel::Shape::gaussian}};
  return {{"example 1, lambda 1", tests::example1(100, 7), linear, 1},
          {"example 1, lambda .1", tests::example1(60, 8), linear, 0.1},
          {"example 2, lambda 3", tests::example2(60, 9), linear, 3},
          {"example 1, gaussian", tests::example1(60, 10), gaussian, 1}};
}

core::Estimate path_of(const Case& one, core::DrawCache& cache) {
  return core::SolutionPath(one.classifier, one.lambda).estimate(cache);
}

/// The column at a weight between two breakpoints.
double read(const core::Estimate& estimate, const std::string& column, double weight) {
  const auto &pi = estimate.series.at("path.pi"), &y = estimate.series.at("path." + column);
  std::size_t k = 0;
  while (pi[k + 1] < weight) ++k;
  return y[k] + (weight - pi[k]) / (pi[k + 1] - pi[k]) * (y[k + 1] - y[k]);
}

} // namespace

TEST_CASE("at every weight of a grid the path's coefficients are LIBSVM's", "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    if (one.classifier.kernel.shape != core::Kernel::Shape::linear) continue;
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix gram = tests::linear_gram(one.train);
    for (int j = 1; j < 20; ++j) {
      const double pi = j / 20.0 + 0.0013; // off the weights that the summary looks at
      CAPTURE(one.name, pi);
      const tests::LibsvmFit svm = tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6});
      const core::Vector theirs = svm.decision(gram, one.lambda);
      core::Vector ours = core::Vector::Constant(theirs.size(), read(path, "beta_0", pi));
      for (Eigen::Index k = 0; k < one.train.x.cols(); ++k)
        ours += read(path, "w_" + std::to_string(k + 1), pi) * one.train.x.col(k);
      CHECK((ours - theirs).cwiseAbs().maxCoeff() <= closeness);
    }
  }
}

TEST_CASE("just below p(x) LIBSVM's f(x) is positive, just above it negative, where signs are monotone",
          "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix& gram = cache.kernel(one.classifier.kernel).gram();
    int decided = 0;
    for (Eigen::Index i = 0; i < one.train.size(); i += 6) {
      const double p = path.probability.positive()(i), step = 0.1;
      CAPTURE(one.name, i, p);
      if (p - step < 0.01 || p + step > 0.99) continue;
      // As far from p(x) as this no point of these samples is non-monotone.
      const auto f = [&](double pi) {
        return tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6}).decision(gram, one.lambda)(i);
      };
      CHECK(f(p - step) > 0);
      CHECK(f(p + step) < 0);
      ++decided;
    }
    CAPTURE(one.name);
    CHECK(decided >= 2);
  }
}

TEST_CASE("LIBSVM's f is flat where the path says so, and no longer just inside", "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix& gram = cache.kernel(one.classifier.kernel).gram();
    const auto distance = [&](double pi, double side) {
      const auto f = tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6}).decision(gram, one.lambda);
      return (f.array() - side).abs().maxCoeff();
    };
    const double until = path.facts.at("flat_until"), from = path.facts.at("flat_from");
    CAPTURE(one.name, until, from);
    if (until > 0.02) CHECK(distance(until - 0.005, +1) <= closeness);
    CHECK(distance(until + 0.02, +1) > 2 * closeness);
    if (from < 0.98) CHECK(distance(from + 0.005, -1) <= closeness);
    CHECK(distance(from - 0.02, -1) > 2 * closeness);
  }
}

namespace {

core::Estimate path(const core::Sample& train, double lambda, const core::Classifier& classifier = {}) {
  core::DrawCache cache({train, {}, train}, {1, "degenerate", 0});
  return core::SolutionPath(classifier, lambda).estimate(cache);
}

} // namespace

TEST_CASE("awkward samples: the path runs from 0 to 1, is certified, and gives probabilities",
          "[solution_path][degenerate]") {
  for (const std::string& way : tests::kAwkward) {
    for (const double lambda : {0.05, 1.0, 40.0}) {
      CAPTURE(way, lambda);
      const core::Estimate found = path(tests::awkward(way, 24, 2, 3), lambda);
      CHECK(found.summary.status == core::Status::ok);
      CHECK(found.summary.worst_relative_gap <= 1e-8);
      CHECK(found.summary.fits >= 20);
      const auto& pi = found.series.at("path.pi");
      CHECK(std::is_sorted(pi.begin(), pi.end()));
      CHECK(pi.front() == 0);
      CHECK(pi.back() == 1);
      for (const auto& [name, values] : found.series) CHECK(values.size() == pi.size());
      CHECK(found.probability.positive().minCoeff() >= 0);
      CHECK(found.probability.positive().maxCoeff() <= 1);
    }
  }
}

TEST_CASE("one class: the path is constant and the class certain", "[solution_path][degenerate]") {
  core::Sample train = tests::awkward("one class", 10, 2, 1);
  const core::Estimate positive = path(train, 1);
  CHECK(positive.probability.positive().minCoeff() == 1);
  CHECK(positive.facts.at("flat_until") == 1);
  CHECK(positive.series.at("path.beta_0") == std::vector<double>{1, 1});
  train.y *= -1;
  const core::Estimate negative = path(train, 1);
  CHECK(negative.probability.positive().maxCoeff() == 0);
  CHECK(negative.facts.at("flat_from") == 0);
  CHECK(negative.summary.status == core::Status::ok);
}

TEST_CASE("every observation twice at twice the lambda is the same path", "[solution_path][degenerate]") {
  const core::Sample once = tests::example1(40, 2);
  core::Sample twice{once.x.replicate(2, 1), once.y.replicate(2, 1), {}};
  const core::Estimate one = path(once, 1), two = path(twice, 2);
  CHECK((one.probability.positive() - two.probability.positive().head(40)).cwiseAbs().maxCoeff() <= 1e-9);
  CHECK(one.facts.at("flat_until") == Approx(two.facts.at("flat_until")));
  CHECK(one.facts.at("flat_from") == Approx(two.facts.at("flat_from")));
}

TEST_CASE("exchanged labels mirror the path: p becomes 1 - p, the flat ends change places",
          "[solution_path][degenerate]") {
  const core::Sample sample = tests::example1(60, 4);
  const core::Sample mirrored{sample.x, -sample.y, {}};
  const core::Estimate one = path(sample, 1), other = path(mirrored, 1);
  CHECK((one.probability.positive() + other.probability.positive() - core::Vector::Ones(60))
            .cwiseAbs()
            .maxCoeff() <= 1e-9);
  CHECK(one.facts.at("flat_until") == Approx(1 - other.facts.at("flat_from")));
}

TEST_CASE("a Gaussian kernel has a path of beta_0 alone; psi-learning has none and is refused",
          "[solution_path][degenerate]") {
  const core::Estimate found =
      path(tests::example1(30, 5), 1, {.kernel = {.shape = core::Kernel::Shape::gaussian}});
  CHECK(found.series.contains("path.beta_0"));
  CHECK_FALSE(found.series.contains("path.w_1"));
  CHECK_THROWS_AS(core::SolutionPath({.loss = core::Psi{}}, 1), core::UserError);
}

// Paths of one point written down by hand, and the limit that the inversion is of Algorithm 1.
namespace {

core::Inversion of(const std::vector<double>& pi, const std::vector<double>& f) {
  const Eigen::Map<const Eigen::RowVectorXd> row(f.data(), static_cast<Eigen::Index>(f.size()));
  return core::invert(pi, row);
}

double p(const std::vector<double>& pi, const std::vector<double>& f) {
  return of(pi, f).probability(0);
}

/// f of weight j/m, j = 1 .. m-1, read off the path.
core::Matrix on_a_grid(const std::vector<double>& pi, const core::Matrix& f, Eigen::Index m) {
  core::Matrix out(f.rows(), m - 1);
  std::size_t k = 0;
  for (Eigen::Index j = 1; j < m; ++j) {
    const double at = static_cast<double>(j) / static_cast<double>(m);
    while (pi[k + 1] < at) ++k;
    const double share = (at - pi[k]) / (pi[k + 1] - pi[k]);
    const auto left = static_cast<Eigen::Index>(k);
    out.col(j - 1) = (1 - share) * f.col(left) + share * f.col(left + 1);
  }
  return out;
}

} // namespace

TEST_CASE("a path that crosses zero once is inverted where it does", "[path_inversion][manufactured]") {
  CHECK(p({0, 1}, {1, -1}) == 0.5);
  CHECK(p({0, 0.5, 1}, {3, 1, -1}) == 0.75);
  CHECK(p({0, 0.25, 1}, {1, 0, -1}) == 0.25); // zero at a breakpoint
  CHECK(of({0, 0.25, 1}, {1, 0, -1}).nonmonotone == 0);
}

TEST_CASE("a jump over zero is inverted at the jump", "[path_inversion][manufactured]") {
  CHECK(p({0, 0.3, 0.3, 1}, {1, 0.5, -0.5, -1}) == 0.3);
}

TEST_CASE("where a path rests on zero the probability is the middle of the rest",
          "[path_inversion][manufactured]") {
  CHECK(p({0, 0.2, 0.6, 1}, {1, 0, 0, -1}) == 0.4);
  CHECK(p({0, 1}, {0, 0}) == 0.5);
}

TEST_CASE("a path that never changes sign belongs to one class for certain",
          "[path_inversion][manufactured]") {
  CHECK(p({0, 1}, {1, 1}) == 1);
  CHECK(p({0, 1}, {-1, -2}) == 0);
  CHECK(p({0, 0.5, 1}, {1, 1, 0}) == 1);
  CHECK(p({0, 0.5, 1}, {0, -1, -1}) == 0);
}

TEST_CASE("a path that rises through zero again is bracketed from its first negative to its last positive",
          "[path_inversion][manufactured]") {
  // Zero at .1 and .3 and .7: positive up to .7, negative from .1.
  const auto twice = of({0, 0.2, 0.4, 1}, {1, -1, 1, -1});
  CHECK(twice.probability(0) == Approx((0.1 + 0.7) / 2));
  CHECK(twice.nonmonotone == 1);
}

TEST_CASE("Algorithm 1 with m intervals comes within 1/m of the inversion, for any path",
          "[path_inversion][oracle]") {
  tests::Dice dice(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> pi{0};
    while (pi.back() < 1) pi.push_back(std::min(1.0, pi.back() + dice.uniform(0.01, 0.3)));
    core::Matrix f(7, static_cast<Eigen::Index>(pi.size()));
    // Away from zero, so that no stay on one side is as short as 1/m.
    for (double& value : f.reshaped()) value = dice.sign() * dice.uniform(0.3, 1);
    f.col(0).setOnes();
    f.rightCols(1).setConstant(-1);
    const Eigen::Index m = 1000;
    const core::Bracket rough = core::bracket(on_a_grid(pi, f, m));
    const core::Inversion exact = core::invert(pi, f);
    CHECK((rough.probability - exact.probability).cwiseAbs().maxCoeff() <= 1.0 / static_cast<double>(m));
  }
}

// Curves whose borders, margins and slopes are known by hand.

namespace {

const Vector x = Vector::LinSpaced(9, -4, 4);

/// x held within [-1.5, 1.5]: from margin to margin a straight line, outside constant.
Vector clipped() {
  return x.cwiseMax(-1.5).cwiseMin(1.5);
}

} // namespace

TEST_CASE("a crossing lies where the straight line between two points is zero", "[curve_shape]") {
  const Vector y = (Vector(3) << -1, 3, 5).finished(), at = Vector::LinSpaced(3, 0, 2);
  const auto found = core::crossings(at, y, 0);
  CHECK(found.count == 1);
  CHECK(found.nearest.value() == Approx(0.25));
}

TEST_CASE("of several crossings the one nearest to the place counts, and all are counted", "[curve_shape]") {
  const Vector y = (Vector(5) << -1, 1, -1, 1, 1).finished(), at = Vector::LinSpaced(5, 0, 4);
  CHECK(core::crossings(at, y, 0).nearest.value() == Approx(0.5));
  CHECK(core::crossings(at, y, 1.6).nearest.value() == Approx(1.5));
  CHECK(core::crossings(at, y, 9).nearest.value() == Approx(2.5));
  CHECK(core::crossings(at, y, 9).count == 3);
}

TEST_CASE("a curve of one sign has no border, whatever its size", "[curve_shape]") {
  for (const double value : {1.0, 0.0, -2.0, std::numeric_limits<double>::infinity()}) {
    const auto found = core::crossings(x, Vector::Constant(9, value), 0);
    CHECK_FALSE(found.nearest);
    CHECK(found.count == 0);
  }
}

TEST_CASE("a straight line has slope 1 outside its margins, rising and falling", "[curve_shape]") {
  for (const double slope : {1.0, -0.5}) {
    const Vector y = slope * x;
    const auto margins = core::margins(x, y, 0);
    REQUIRE(margins);
    CHECK(x(margins->last) == Approx(1 / std::abs(slope)));
    CHECK(x(margins->first) == Approx(-1 / std::abs(slope)));
    CHECK(core::outside_slope(y, *margins).value() == Approx(1));
  }
}

TEST_CASE("a curve that is constant outside its margins has slope 0 there, one half as steep 1/2",
          "[curve_shape]") {
  const Vector flat = x.cwiseMax(-1).cwiseMin(1);
  const auto margins = core::margins(x, flat, 0);
  REQUIRE(margins);
  CHECK(core::outside_slope(flat, *margins).value() == 0);
  CHECK(core::outside_slope((flat + x) / 2, *margins).value() == Approx(0.5));
}

TEST_CASE("going up and down again outside is not flat", "[curve_shape]") {
  Vector y = x.cwiseMax(-1).cwiseMin(1);
  y(8) = 0, y(7) = 2;
  const auto margins = core::margins(x, y, 0);
  REQUIRE(margins);
  CHECK(core::outside_slope(y, *margins).value() == Approx((1.0 + 2.0) / 6));
}

TEST_CASE("margins that are never reached do not exist; nothing outside has no slope", "[curve_shape]") {
  CHECK_FALSE(core::margins(x, 0.2 * x, 0));
  CHECK_FALSE(core::margins(x, clipped(), 7));
  CHECK_FALSE(core::margins(x, clipped().cwiseMin(0.9), 0));
  const Vector narrow = 0.25 * x;
  const auto whole = core::margins(x, narrow, 0);
  REQUIRE(whole);
  CHECK_FALSE(core::outside_slope(narrow, *whole));
}
