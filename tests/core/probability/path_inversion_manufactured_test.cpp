#include "core/probability/bracket.hpp"
#include "core/probability/path_inversion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

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
