#include <Eigen/Dense>
#include <algorithm>

#include "core/solver/elbow_factor.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::ElbowFactor;
using core::Matrix;
using core::Vector;

namespace {

// [d; nu] of [K_EE 1; 1' 0][d; nu] = right, by a dense factorisation.
Vector solve_elbow(const Matrix& gram, const std::vector<Eigen::Index>& members, const Vector& right) {
  const auto m = static_cast<Eigen::Index>(members.size());
  Matrix kkt = Matrix::Ones(m + 1, m + 1);
  kkt(m, m) = 0;
  for (Eigen::Index k = 0; k < m; ++k)
    for (Eigen::Index l = 0; l < m; ++l) kkt(k, l) = gram(members[k], members[l]);
  return kkt.fullPivLu().solve(right);
}

void check_against_dense(ElbowFactor& factor, const Matrix& gram, Eigen::Index outsider) {
  const auto m = static_cast<Eigen::Index>(factor.size());
  Vector gradient(gram.rows()), right(m + 1);
  for (Eigen::Index i = 0; i < gram.rows(); ++i) gradient(i) = std::sin(static_cast<double>(3 * i + 1));
  for (Eigen::Index k = 0; k < m; ++k) right(k) = -gradient(factor.members()[k]);
  right(m) = 0;
  Vector expected = solve_elbow(gram, factor.members(), right);
  auto found = factor.equalising_step(gradient);
  const double scale = 1 + expected.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8 * scale));

  right(m) = 0.7;
  expected = solve_elbow(gram, factor.members(), right);
  found = factor.equalising_step(gradient, 0.7);
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8 * scale));

  for (Eigen::Index k = 0; k < m; ++k) right(k) = -gram(factor.members()[k], outsider);
  right(m) = -1;
  expected = solve_elbow(gram, factor.members(), right);
  found = factor.compensation(outsider);
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8));
}

} // namespace

TEST_CASE("elbow factor: its steps are those of a dense solve after any sequence of entries and exits",
          "[elbow][oracle]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::example1(24, seed);
    const Matrix gram = tests::gaussian_gram(sample, 0.4);
    ElbowFactor factor(gram);
    for (int step = 0; step < 60; ++step) {
      const Eigen::Index j = dice.below(23);
      const auto& members = factor.members();
      const auto at = std::find(members.begin(), members.end(), j);
      if (at == members.end())
        REQUIRE(factor.append(j));
      else
        factor.remove(static_cast<std::size_t>(at - members.begin()));
      if (factor.size() > 0) check_against_dense(factor, gram, 23);
    }
  }
}

TEST_CASE("elbow factor: its steps are those of a dense solve while it grows to sixty points and shrinks",
          "[elbow][oracle]") {
  const core::Sample sample = tests::example1(61, 3);
  const Matrix gram = tests::gaussian_gram(sample, 0.2);
  ElbowFactor factor(gram);
  for (Eigen::Index j = 0; j < 60; ++j) {
    if (!factor.append(j)) continue;
    check_against_dense(factor, gram, 60);
  }
  for (std::size_t k = 0; factor.size() > 1; k += 7) {
    factor.remove(k % factor.size());
    check_against_dense(factor, gram, 60);
  }
}

TEST_CASE("elbow factor: one taken over goes on as the other would, whatever it was before", "[elbow]") {
  const core::Sample sample = tests::example1(61, 3);
  const Matrix gram = tests::gaussian_gram(sample, 0.2);
  for (const Eigen::Index before : {0, 5, 60})
    for (const Eigen::Index taken : {0, 1, 30, 60}) {
      CAPTURE(before, taken);
      ElbowFactor factor(gram), other(gram);
      for (Eigen::Index j = 0; j < before; ++j) factor.append(59 - j);
      for (Eigen::Index j = 0; j < taken; ++j) other.append(j);
      factor.take(other);
      REQUIRE(factor.members() == other.members());
      if (factor.size() > 0) check_against_dense(factor, gram, 60);
      for (Eigen::Index j = 0; j < 60; j += 3)
        if (j >= taken) factor.append(j);
      check_against_dense(factor, gram, 60);
    }
}

TEST_CASE("elbow factor: points in the affine hull of the elbow are kept out", "[elbow][degenerate]") {
  core::Sample sample = tests::example2(12, 5);
  sample.x.row(1) = sample.x.row(0);
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  ElbowFactor plane(linear), curved(gaussian);
  CHECK(plane.append(0));
  CHECK_FALSE(plane.append(1)); // a duplicate
  CHECK(plane.append(2));
  CHECK(plane.append(3));
  for (Eigen::Index j = 4; j < 12; ++j) CHECK_FALSE(plane.append(j)); // three points span the plane
  CHECK(curved.append(0));
  CHECK_FALSE(curved.append(1));
  for (Eigen::Index j = 2; j < 12; ++j) CHECK(curved.append(j));
}

TEST_CASE("elbow factor: a kernel of zeros has an elbow of one", "[elbow][degenerate]") {
  const Matrix gram = Matrix::Zero(3, 3);
  ElbowFactor factor(gram);
  CHECK(factor.append(2));
  CHECK_FALSE(factor.append(0));
  CHECK(factor.compensation(0)[0] == Approx(-1));
}
