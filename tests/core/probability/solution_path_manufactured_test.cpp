#include "core/probability/solution_path.hpp"
#include "tests/support/catch.hpp"

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
