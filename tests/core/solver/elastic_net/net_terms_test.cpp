#include <algorithm>
#include <cmath>

#include "core/loss/coherence.hpp"
#include "core/solver/elastic_net/certify_ridge.hpp"
#include "core/solver/elastic_net/face_products.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"

using namespace core;
using Eigen::Index;
using tests::Digits;
using tests::ManyDigits;

// The certificates of ridges and elastic nets add up several kinds of rounding. Of each kind there is a
// problem here, made by hand, in which it is large and the others are small: without its term less would be
// said than there is. What there is has a hundred digits. The loss is the logit loss.
namespace {

constexpr double two_to_53 = 0x1p53; // from here on doubles are whole: 2^53 + 1 is rounded to 2^53

/// The dual value of the pulls r, the heavier class scaled down in a hundred digits.
ManyDigits dual_of_pulls(const RidgeDual& problem, const Vector& pull) {
  Digits a = tests::digits_of(pull);
  ManyDigits positive = 0, negative = 0;
  for (const ManyDigits& v : a) (v > 0 ? positive : negative) += abs(v);
  const ManyDigits n = problem.y.size();
  ManyDigits height = 0;
  for (ManyDigits& v : a) {
    if (v > 0 && positive > negative) v *= negative / positive;
    if (v < 0 && negative > positive) v *= positive / negative;
    height += tests::binary_entropy(n * abs(v)) / n;
  }
  return height - tests::dot(a, tests::times(problem.gram, a)) / (2 * ManyDigits(problem.gamma));
}

/// F - D of an answer, D at the dual point that the certificate takes: that of decision values `f` as they
/// are computed.
ManyDigits ridge_gap(const RidgeDual& problem, const RidgeAnswer& answer, const Vector& f) {
  const Digits theta = tests::digits_of(answer.theta), image = tests::times(problem.gram, theta);
  ManyDigits primal = tests::dot(theta, image) / (2 * ManyDigits(problem.gamma));
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double y = problem.y(static_cast<Index>(i));
    primal +=
        tests::logistic_loss(y * ManyDigits(image[i] / problem.gamma + answer.intercept)) / problem.y.size();
  }
  return primal - dual_of_pulls(problem, point_losses(Coherence::logit(), problem.y, f).pull);
}

/// The values as they were computed understate the gap, so it is the rounding that tells.
void check_ridge_told(const RidgeDual& problem, const RidgeAnswer& answer, const Vector& f) {
  const Certificate said = certify_ridge(Coherence::logit(), problem, answer);
  const ManyDigits wanted = ridge_gap(problem, answer, f);
  CAPTURE(said.primal, said.dual, said.rounding, static_cast<double>(wanted));
  CHECK(ManyDigits(said.primal) - ManyDigits(said.dual) < wanted);
  CHECK(ManyDigits(said.gap()) >= wanted);
  CHECK(std::isfinite(said.rounding));
}

} // namespace

TEST_CASE("rounding of a ridge's certificate: decision values whose parts cancel",
          "[elastic_net][certificate][terms]") {
  // w = (2^60, 100) at the points (2, 0), (1, 16) and, sixteen times, (0, 1), and the intercept -2^60 -
  // 256. f of the second is 1344, as computed -256 at most: each of the sixteen that add 100 to 2^60 is
  // lost.
  constexpr Index n = 18;
  constexpr double far = 0x1p60, gamma = 0x1p-120;
  Matrix x = Matrix::Zero(n, 2);
  x(0, 0) = 2;
  x.row(1) << 1, 16;
  x.col(1).tail(16).setOnes();
  const Matrix gram = x * x.transpose();
  Labels y = Labels::Constant(n, -1);
  y(0) = 1;
  RidgeAnswer answer{Vector::Zero(n), -far - 256};
  answer.theta(0) = gamma * far / 2;
  answer.theta.tail(16).setConstant(gamma * 100 / 16);
  Vector f = Vector::Constant(n, -far);
  f(0) = far;
  f(1) = -256;
  check_ridge_told({gram, y, gamma}, answer, f);
}

TEST_CASE("rounding of a ridge's certificate: a penalty whose terms cancel",
          "[elastic_net][certificate][terms]") {
  // G theta = (1, -1 + 2^-52, -1 + 2^-52), as computed 0, and theta is large: |w|^2 is 2^54 and seems to be
  // 0.
  const Matrix x = (Matrix(3, 2) << 1, 0, 1, 0x1p-26, 1, 0x1p-26).finished();
  const Matrix gram = x * x.transpose();
  const Labels y = (Labels(3) << 1, -1, 1).finished();
  check_ridge_told({gram, y, 1}, {(Vector(3) << two_to_53, 1, -two_to_53).finished(), 0}, Vector::Zero(3));
}

TEST_CASE("rounding of a ridge's certificate: the sum of many losses that lose a little each",
          "[elastic_net][certificate][terms]") {
  // Behind 300 losses of 30 those of e^-30 are lost.
  constexpr Index n = 600;
  const Matrix gram = Matrix::Zero(n, n);
  Labels y = Labels::Ones(n);
  y.head(n / 2).setConstant(-1);
  check_ridge_told({gram, y, 1}, {Vector::Zero(n), 30}, Vector::Constant(n, 30));
}

namespace {

/// M'r in real arithmetic: h = M b, and the intercept is best for it.
Digits true_pulled(const Matrix& m, const Labels& y, const Vector& b, ManyDigits a) {
  const Digits h = tests::times(m, tests::digits_of(b));
  Digits r(h.size());
  const ManyDigits n = y.size();
  for (ManyDigits by = 1; abs(by) > 1e-60 * (1 + abs(a)); a += by) {
    ManyDigits sum = 0, slope = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      const ManyDigits label = y(static_cast<Index>(i)), share = 1 / (1 + exp(label * (h[i] + a)));
      r[i] = label * share / n;
      sum += r[i];
      slope += share * (1 - share) / n;
    }
    by = sum / slope;
  }
  return tests::times(m.transpose(), r);
}

/// Entry `j` of M'r, as it is computed, is off, and by no more than what is said of it.
void check_pull_told(const Matrix& m, const Labels& y, const Vector& b, double guess, Index j) {
  REQUIRE(m.cwiseAbs().maxCoeff() == 1);
  const Vector h = m * b;
  const ProfiledLosses losses = profiled_losses(Coherence::logit(), y, h, guess);
  const double pulled = transposed_times(m, {j}, losses.pull)(0);
  const ManyDigits off =
      abs(true_pulled(m, y, b, losses.intercept)[static_cast<std::size_t>(j)] - ManyDigits(pulled));
  CAPTURE(pulled, losses.intercept, losses.pull_sum, static_cast<double>(off));
  CHECK(off > 0);
  CHECK(off <= rounding_of_pull(losses, h));
}

} // namespace

TEST_CASE("rounding of an elastic net's gradient: many pulls of equal size that are added up",
          "[elastic_net][certificate][terms]") {
  constexpr Index n = 600;
  Labels y(n);
  for (Index i = 0; i < n; ++i) y(i) = i % 2 == 0 ? 1 : -1;
  check_pull_told(y, y, Vector::Zero(1), 0, 0);
}

TEST_CASE("rounding of an elastic net's gradient: decision values that the intercept takes back",
          "[elastic_net][certificate][terms]") {
  // M b = (2^53 + 1, 2^53) is rounded to 2^53 twice; the third column has no coefficient and tells the two
  // apart.
  const Matrix m = (Matrix(2, 3) << 1, 0x1p-53, 1, 1, 0, -1).finished();
  const Labels y = (Labels(2) << 1, -1).finished();
  check_pull_told(m, y, (Vector(3) << two_to_53, two_to_53, 0).finished(), -two_to_53, 2);
}

TEST_CASE("rounding of an elastic net's gradient: an intercept that a far point keeps from being found",
          "[elastic_net][certificate][terms]") {
  // The decision value 2^45 of the first has no slope; beside it a step of 2^-9 of the intercept counts as
  // rounding.
  const Matrix m = (Matrix(3, 2) << 1, 0, 0, 1, 0, 0).finished();
  const Labels y = (Labels(3) << 1, 1, -1).finished();
  check_pull_told(m, y, (Vector(2) << 0x1p45, 0).finished(), 0x1p-9, 1);
}
