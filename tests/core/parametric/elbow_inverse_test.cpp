#include "core/solver/parametric/elbow_inverse.hpp"

#include <Eigen/LU>

#include "core/solver/parametric/vector_loops.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

namespace {

/// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs) by elimination.
Vector saddle_solution(const Matrix& gram, const core::ElbowInverse& elbow, const Vector& rhs, double total) {
  const auto m = elbow.size();
  Matrix saddle = Matrix::Ones(m + 1, m + 1);
  saddle(0, 0) = 0;
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = 0; j < m; ++j) saddle(i + 1, j + 1) = gram(elbow.point(i), elbow.point(j));
  Vector right(m + 1);
  right << total, rhs.head(m);
  return saddle.fullPivLu().solve(right);
}

} // namespace

TEST_CASE("elbow inverse: after any coming and going it solves the saddle system",
          "[parametric][manufactured]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 12)));
  CAPTURE(seed);
  const core::Sample sample = tests::example1(40, seed);
  const Matrix gram = tests::gaussian_gram(sample, 0.3);
  core::ElbowInverse elbow(gram);
  tests::Dice dice(seed);
  std::vector<bool> inside(40, false);
  for (int step = 0; step < 200; ++step) {
    const auto k = static_cast<Eigen::Index>(dice.below(40));
    if (!inside[k]) {
      if (elbow.independence(k) < 1e-10) continue;
      elbow.append();
    } else {
      for (Eigen::Index j = 0; j < elbow.size(); ++j)
        if (elbow.point(j) == k) {
          elbow.remove(j);
          break;
        }
    }
    inside[k] = !inside[k];
    const auto m = elbow.size();
    if (m == 0) continue;
    Vector rhs = Vector::Zero(core::loops::padded(m));
    for (Eigen::Index j = 0; j < m; ++j) rhs[j] = dice.normal();
    const Vector expected = saddle_solution(gram, elbow, rhs, 0.7);
    const auto solved = elbow.solve(rhs.data(), 0.7);
    const double size = 1 + expected.cwiseAbs().maxCoeff();
    REQUIRE(std::abs(solved.shift - expected[0]) <= 1e-6 * size);
    REQUIRE((rhs.head(m) - expected.tail(m)).cwiseAbs().maxCoeff() <= 1e-6 * size);
  }
}

TEST_CASE("elbow inverse: a duplicate, and a p+2nd point of a linear kernel, are dependent",
          "[parametric][degenerate]") {
  core::Sample sample = tests::example1(12, 5);
  sample.x.row(3) = sample.x.row(1);
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  core::ElbowInverse twins(gaussian), plane(linear);
  CHECK(twins.independence(1) > 0.1);
  twins.append();
  CHECK(std::abs(twins.independence(3)) < 1e-14);
  CHECK(twins.shares()[0] == Approx(1));
  CHECK(twins.independence(2) > 1e-6);
  for (const Eigen::Index k : {0, 1, 2}) {
    CHECK(plane.independence(k) > 1e-6);
    plane.append();
  }
  for (const Eigen::Index k : {4, 5, 6}) {
    CHECK(std::abs(plane.independence(k)) < 1e-14);
    CHECK(plane.shares().head(3).sum() == Approx(1));
  }
}

TEST_CASE("elbow inverse: a dependent point cannot be added, and a singular elbow is not factored",
          "[parametric][degenerate]") {
  const Matrix ones = Matrix::Ones(3, 3);
  core::ElbowInverse elbow(ones);
  elbow.independence(0);
  elbow.append();
  CHECK(elbow.factor());
  elbow.independence(1);
  CHECK_THROWS_AS(elbow.append(), std::logic_error);
}
