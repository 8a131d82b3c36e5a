#include <algorithm>
#include <cmath>

#include "core/solver/interior/sparse_logistic_fit.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/margin/certify.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"
#include "tests/support/margin_samples.hpp"

using core::Certificate;
using core::Labels;
using core::Matrix;
using core::Vector;
using Eigen::Index;
using tests::Digits;
using tests::ManyDigits;

// A certificate adds up several kinds of rounding. Of each kind there is a problem here, made by hand, in which it is
// large and the others are small: without its term the gap that is reported would be smaller than the gap there is. The
// gap there is has a hundred digits.
namespace {

/// From here on doubles are whole: 2^53 + 1 is rounded to 2^53.
constexpr double whole = 0x1p53;

/// `wanted` is the gap of the answer. The values as they were computed understate it, so it is the rounding that tells.
void check_told_by_rounding(const Certificate& said, const ManyDigits& wanted) {
  CAPTURE(said.primal, said.dual, said.rounding, static_cast<double>(wanted));
  CHECK(ManyDigits(said.primal) - ManyDigits(said.dual) < wanted);
  CHECK(ManyDigits(said.gap()) >= wanted);
  CHECK(std::isfinite(said.rounding));
}

/// P - D of a support vector machine at a and beta_0. Where a does not sum to 0, D is taken at the feasible point that
/// differs from it in the first variables with room.
ManyDigits machine_gap(const core::WeightedDual& problem, const Matrix& gram, const Vector& a,
                       double beta_0) {
  const Digits given = tests::digits_of(a), field = tests::times(gram, given);
  Digits feasible = given;
  ManyDigits sum = 0;
  for (const ManyDigits& v : given) sum += v;
  for (std::size_t i = 0; i < feasible.size(); ++i) {
    const ManyDigits low = problem.lower(static_cast<Index>(i)), high = problem.upper(static_cast<Index>(i));
    const ManyDigits moved = std::max(low, std::min(high, ManyDigits(feasible[i] - sum)));
    sum += moved - feasible[i];
    feasible[i] = moved;
  }
  const ManyDigits lambda = problem.lambda;
  ManyDigits primal = tests::dot(given, field) / (2 * lambda);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto at = static_cast<Index>(i);
    const ManyDigits residual = ManyDigits(problem.y(at)) - field[i] / lambda - ManyDigits(beta_0);
    primal += std::max(ManyDigits(residual * problem.lower(at)), ManyDigits(residual * problem.upper(at)));
  }
  const Digits y = tests::digits_of(problem.y);
  return primal - tests::dot(y, feasible) + tests::dot(feasible, tests::times(gram, feasible)) / (2 * lambda);
}

} // namespace

TEST_CASE("rounding of a machine's certificate: what the sum of the dual variables lacks to zero",
          "[solver][certificate][rounding]") {
  const Matrix gram = Matrix::Zero(2, 2);
  const Labels y = (Labels(2) << 1, -1).finished();
  const core::WeightedDual problem{gram, y, (Vector(2) << 0, -1).finished(), (Vector(2) << 1, 0).finished(),
                                   1};
  const Vector a = (Vector(2) << 1, -1 + 1.5e-13).finished();
  check_told_by_rounding(core::certify(problem, a, 0), machine_gap(problem, gram, a, 0));
}

TEST_CASE("rounding of a machine's certificate: the sum of many losses that lose a little each",
          "[solver][certificate][rounding]") {
  constexpr Index n = 600;
  const Matrix gram = Matrix::Zero(n, n);
  const Labels y = Labels::Ones(n);
  // From 256 on half of the last bit of each is lost.
  const Vector upper = Vector::Constant(n, 1 + 0x1.fp-46), none = Vector::Zero(n);
  const core::WeightedDual problem{gram, y, none, upper, 1};
  check_told_by_rounding(core::certify(problem, none, 0), machine_gap(problem, gram, none, 0));
}

TEST_CASE("rounding of a machine's certificate: a decision value that the intercept swallows",
          "[solver][certificate][rounding]") {
  // f = 1 - t at the first six, rounded to 1, where their loss begins.
  const double t = 0x1p-60;
  const Vector x = (Vector(8) << 1, 1, 1, 1, 1, 1, 0, 1).finished();
  const Matrix gram = x * x.transpose();
  const Labels y = (Labels(8) << 1, 1, 1, 1, 1, 1, 1, -1).finished();
  Vector lower = Vector::Zero(8), upper = Vector::Ones(8), a = Vector::Zero(8);
  upper(6) = a(6) = t;
  upper(7) = 0;
  lower(7) = a(7) = -t;
  const core::WeightedDual problem{gram, y, lower, upper, 1};
  check_told_by_rounding(core::certify(problem, a, 1), machine_gap(problem, gram, a, 1));
}

TEST_CASE("rounding of a machine's certificate: products with the kernel that cancel",
          "[solver][certificate][rounding]") {
  // K a = 2^53 + 61 - 2^53 at the first three, of which 60 is left; there f seems to be y, and the third has a
  // wide box.
  const Vector x = (Vector(4) << 1, 1, 1, 0).finished();
  const Matrix gram = x * x.transpose();
  const Labels y = Labels::Ones(4);
  const Vector a = (Vector(4) << whole, 61, -whole, -61).finished();
  const core::WeightedDual problem{gram, y, a.cwiseMin(0), a.cwiseMax(0), 1};
  check_told_by_rounding(core::certify(problem, a, -59), machine_gap(problem, gram, a, -59));
}

namespace {

/// sum_i H(|a_i|) - a'Ka / (2 lambda) at the dual point of decision values f, balanced in a hundred digits.
ManyDigits logistic_dual(const Matrix& gram, const Labels& y, double lambda, const Vector& point) {
  ManyDigits positive = 0, negative = 0;
  Digits a = tests::digits_of(point);
  for (std::size_t i = 0; i < a.size(); ++i)
    (y(static_cast<Index>(i)) > 0 ? positive : negative) += abs(a[i]);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool above = y(static_cast<Index>(i)) > 0;
    if (above && positive > negative) a[i] *= negative / positive;
    if (!above && negative > positive) a[i] *= positive / negative;
  }
  ManyDigits height = 0;
  for (const ManyDigits& v : a) height += tests::binary_entropy(abs(v));
  return height - tests::dot(a, tests::times(gram, a)) / (2 * ManyDigits(lambda));
}

/// A kernel's sample with its answer; rows may repeat.
struct LogisticCase {
  Matrix gram;
  std::vector<Index> rows;
  Labels y;
  Vector a;
  double lambda, beta_0;

  Matrix whole_gram() const { return gram(rows, rows); }

  ManyDigits primal() const {
    const Digits given = tests::digits_of(a), field = tests::times(whole_gram(), given);
    ManyDigits value = tests::dot(given, field) / (2 * ManyDigits(lambda));
    for (std::size_t i = 0; i < given.size(); ++i)
      value += tests::logistic_loss(y(static_cast<Index>(i)) * ManyDigits(field[i] / lambda + beta_0));
    return value;
  }

  Certificate said() const { return core::certify_kernel_logistic({gram, rows}, y, lambda, {a, beta_0}); }

  /// D at the dual point that the certificate takes, that of the values as they are computed.
  ManyDigits dual(const Vector& f) const {
    return logistic_dual(whole_gram(), y, lambda, core::dual_point_of(y, f));
  }
};

} // namespace

TEST_CASE("rounding of a logistic certificate: the sum of many losses that lose a little each",
          "[logistic][certificate][rounding]") {
  constexpr Index n = 600;
  LogisticCase one{Matrix::Zero(1, 1), std::vector<Index>(n, 0), Labels::Ones(n), Vector::Zero(n), 1, 30};
  one.y.tail(n / 2).setConstant(-1);
  check_told_by_rounding(one.said(), one.primal() - one.dual(Vector::Constant(n, 30)));
}

TEST_CASE("rounding of a logistic certificate: decision values whose parts cancel",
          "[logistic][certificate][rounding]") {
  // w = (2^53, 16) at the points (2, 0), (1, 1), (1, 1) and, eightfold and twice, (0, 1). f of the second and
  // third is 16, as computed 0.
  constexpr Index n = 19;
  Matrix x = Matrix::Zero(n, 2);
  x(0, 0) = 2;
  x.middleRows(1, 2).setOnes();
  x.col(1).tail(16).setOnes();
  const double lambda = 0x1p-106;
  LogisticCase one{
      x * x.transpose(), tests::all_rows(n), Labels::Constant(n, -1), Vector::Zero(n), lambda, -whole};
  one.y(0) = one.y(1) = 1;
  one.a(0) = lambda * whole / 2;
  one.a.tail(16).setConstant(lambda);
  Vector f = Vector::Constant(n, -whole);
  f(0) = whole;
  f(1) = f(2) = 0;
  check_told_by_rounding(one.said(), one.primal() - one.dual(f));
}

TEST_CASE("rounding of a logistic certificate: inputs whose products cancel, under a large penalty",
          "[logistic][certificate][rounding]") {
  // f is 1 at both, as computed 0; x'a = 0 at the dual point, so D is the sum of the entropies.
  const Matrix x = (Matrix(2, 3) << whole, 1, -whole, whole, 1, -whole).finished();
  const Labels y = (Labels(2) << 1, -1).finished();
  constexpr double lambda = 0x1p14;
  const Certificate said = core::certify_penalised_logistic(x, y, lambda, {Vector::Ones(3), 0});
  const ManyDigits primal =
      3 * lambda + tests::logistic_loss(ManyDigits(1)) + tests::logistic_loss(ManyDigits(-1));
  check_told_by_rounding(said, primal - 2 * tests::binary_entropy(ManyDigits(0.5)));
}

TEST_CASE("rounding of a logistic certificate: a penalty whose terms cancel",
          "[logistic][certificate][rounding]") {
  // K a is 61, as computed 60, and every loss is next to nothing.
  const Vector x = (Vector(4) << 1, 1, 1, -1).finished();
  LogisticCase one{
      x * x.transpose(), tests::all_rows(4), x, (Vector(4) << whole, 61, -whole, 0).finished(), 1, 0};
  check_told_by_rounding(one.said(), one.primal() - one.dual(60 * x));
}

TEST_CASE("rounding of a logistic certificate: variables of one row that cancel as they are added up",
          "[logistic][certificate][rounding]") {
  const Vector x = (Vector(2) << 1, -1).finished();
  LogisticCase one{x * x.transpose(),
                   {0, 0, 0, 1},
                   Labels::Constant(4, -1),
                   (Vector(4) << whole, 1, -whole, 0).finished(),
                   1,
                   0};
  one.y(3) = 1;
  check_told_by_rounding(one.said(), one.primal() - one.dual(Vector::Zero(4)));
}

TEST_CASE("rounding of a logistic certificate: numbers that overflow prove nothing",
          "[logistic][certificate][degenerate]") {
  for (const double size : {1e150, 1e300}) {
    const Vector x = size * (Vector(4) << 1, 2, -1, -3).finished();
    const Matrix gram = x * x.transpose();
    const Labels y = (Labels(4) << 1, -1, 1, -1).finished();
    const Vector a = (Vector(4) << 0.5, -0.5, 0.5, -0.5).finished();
    const Certificate kernel = core::certify_kernel_logistic({gram, tests::all_rows(4)}, y, 1, {a, 0});
    const Certificate linear = core::certify_penalised_logistic(x, y, 1, {Vector::Constant(1, size), 0});
    for (const Certificate& said : {kernel, linear}) {
      CAPTURE(size, said.primal, said.dual, said.rounding);
      CHECK_FALSE(said.proves(1e-2));
      CHECK_FALSE(std::isnan(said.gap()));
    }
  }
}

namespace {

/// P of sparse logistic regression.
ManyDigits sparse_primal(const core::SparseLogisticProblem& problem,
                         const core::SparseLogisticAnswer& answer) {
  const Digits w = tests::digits_of(answer.w), h = tests::times(problem.x, w);
  ManyDigits value = ManyDigits(problem.lambda) / 2 * tests::dot(w, w);
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double y = problem.y(static_cast<Index>(i));
    const ManyDigits z = y * ManyDigits(h[i] + answer.b);
    value += tests::logistic_loss(std::min(z, ManyDigits(-problem.interval.loss(y).corner)));
  }
  return value;
}

} // namespace

TEST_CASE("rounding of a sparse logistic certificate: decision values whose parts cancel",
          "[sparse_logistic][certificate][rounding]") {
  // f is 1 at both, as computed 0; the corners are at 0.
  const Matrix x = (Matrix(2, 2) << whole, 1, whole, 1).finished();
  const Labels y = (Labels(2) << 1, -1).finished();
  const core::SparseLogisticProblem problem{x, y, {0.1, 0.9}, 0x1p-10};
  core::SparseLogisticAnswer answer;
  answer.w = Vector::Ones(2);
  answer.b = -whole;
  answer.alpha = Vector::Constant(2, 0.5);
  // a'x = 0: D is the sum of the entropies.
  const ManyDigits dual = 2 * tests::binary_entropy(ManyDigits(0.5));
  check_told_by_rounding(core::certify(problem, answer), sparse_primal(problem, answer) - dual);
}

TEST_CASE("rounding of a sparse logistic certificate: the sum of many losses that lose a little each",
          "[sparse_logistic][certificate][rounding]") {
  constexpr Index n = 2000;
  const Matrix x = Matrix::Zero(n, 1);
  Labels y = Labels::Ones(n);
  y.tail(n / 2).setConstant(-1);
  const core::SparseLogisticProblem problem{x, y, {0, 1}, 1};
  core::SparseLogisticAnswer answer;
  answer.w = Vector::Zero(1);
  answer.b = 30;
  answer.alpha = Vector::Zero(n);
  check_told_by_rounding(core::certify(problem, answer), sparse_primal(problem, answer));
}

TEST_CASE("sparse logistic: variables outside [0, 1] and numbers that overflow prove nothing",
          "[sparse_logistic][certificate][degenerate]") {
  const Matrix x = (Matrix(2, 1) << 1, -1).finished();
  const Labels y = (Labels(2) << 1, -1).finished();
  const core::SparseLogisticProblem problem{x, y, {0.1, 0.9}, 1};
  for (const double alpha : {-0.1, 1.1}) {
    CAPTURE(alpha);
    core::SparseLogisticAnswer answer{Vector::Zero(1), 0, Vector::Constant(2, alpha)};
    CHECK(core::certify(problem, answer).dual == -core::infinity);
    answer.alpha(1) = 0.5;
    CHECK(core::certify(problem, answer).dual == -core::infinity);
  }
  const Matrix far = (Matrix(2, 2) << 1e300, -1e300, -1e300, 1e300).finished();
  const core::SparseLogisticProblem overflows{far, y, {0.1, 0.9}, 1};
  CHECK(core::certify(overflows, {Vector::Constant(2, 1e10), 0, Vector::Constant(2, 0.5)}).primal ==
        core::infinity);
  for (const double size : {1e150, 1e8, 1.0}) {
    const Matrix large = size * (Matrix(4, 1) << 1, 2, -1, 1.5).finished();
    const Labels labels = (Labels(4) << 1, -1, -1, 1).finished();
    const core::SparseLogisticFit fit = core::SparseLogisticSample(large, labels).at({0.2, 0.8}, 1);
    CAPTURE(size);
    CHECK((fit.certificate.status == core::Status::ok) ==
          fit.certificate.proves(core::StoppingRule{}.relative_gap));
  }
}
