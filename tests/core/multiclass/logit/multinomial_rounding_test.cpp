#include <cmath>

#include "core/multiclass/logit/certify_multinomial.hpp"
#include "core/multiclass/logit/certify_odds.hpp"
#include "core/multiclass/logit/multinomial_fit.hpp"
#include "core/multiclass/logit/proportional_odds.hpp"
#include "tests/core/multiclass/logit/exact_likelihood.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

// What a certificate of a model of K classes says is true in real arithmetic: with the stored answer's F
// recomputed from the inputs in 113 bits, and Newton's method in 113 bits looking for a smaller one, the
// difference is no larger than the gap reported, over all coefficients.
namespace {

using namespace core;
using Eigen::Index;
using tests::Exact;
using tests::ExactMatrix;
using tests::Numbers;

struct Problem {
  tests::ExactProblem points; ///< labels and weights are not used
  ClassNumbers y;

  const Matrix& x() const { return points.x; }
  double rho() const { return points.lambda; }
};

/// Columns of one large number, lattices, columns that vary in their last digits or differ from another one
/// in theirs (condition up to 1e14), copies, two values; repeated rows.
void fill_columns(tests::Dice& dice, Matrix& x) {
  for (Index k = 0; k < x.cols(); ++k) {
    const double size = std::pow(10, dice.uniform(-3, 4)),
                 centre = dice.below(2) == 0 ? 0 : size * dice.below(5000);
    const int kind = dice.below(8);
    const double near = std::pow(10, dice.uniform(-14, 0));
    for (Index i = 0; i < x.rows(); ++i) {
      const double before = k > 0 ? x(i, k - 1) : 1;
      x(i, k) = kind == 0   ? centre
                : kind == 1 ? centre + size * (dice.below(3) - 1)
                : kind == 2 ? centre + 1e-6 * size * dice.normal()
                : kind == 3 ? before * (1 + near * dice.normal())
                : kind == 4 ? 2 * before
                : kind == 5 ? centre + size * dice.below(2)
                            : size * dice.normal();
    }
  }
  for (Index i = 1; i < x.rows(); ++i)
    if (dice.below(6) == 0) x.row(i) = x.row(i - 1);
}

/// Classes by chance, or by the order of a direction with more or less noise, none being separable; one class
/// may be absent or have one observation.
ClassNumbers drawn_classes(tests::Dice& dice, const Matrix& x) {
  ClassNumbers out{{}, 2 + dice.below(3)};
  const int kind = dice.below(4);
  const double noise = dice.below(3) == 0 ? 0 : dice.uniform();
  const Index j = dice.below(static_cast<int>(x.cols()));
  const double low = x.col(j).minCoeff(), width = x.col(j).maxCoeff() - low;
  for (Index i = 0; i < x.rows(); ++i) {
    const double place = width > 0 ? (x(i, j) - low) / width : 0.5;
    const double height = kind == 0 ? place + noise * dice.normal() : dice.uniform();
    out.of.push_back(std::min(out.classes - 1, std::max(0, static_cast<int>(height * out.classes))));
    if (kind == 3 && out.of.back() == 0) out.of.back() = 1;
  }
  if (kind == 3 && dice.below(2) == 0) out.of.front() = 0;
  return out;
}

Problem adversarial_classes(int seed, Index most) {
  tests::Dice dice(static_cast<std::uint64_t>(seed));
  const Index n = 4 + dice.below(static_cast<int>(most) - 3), p = 1 + dice.below(3);
  Problem out{{Matrix(n, p), Labels(), dice.below(2) == 0, std::pow(10, dice.uniform(-2, 3)), 0.5,
               std::pow(10, dice.uniform(-7, 3))},
              {}};
  fill_columns(dice, out.points.x);
  out.y = drawn_classes(dice, out.x());
  return out;
}

bool complete(const Problem& problem) {
  return static_cast<int>(problem.y.present().size()) == problem.y.classes;
}

ExactMatrix exact(const Matrix& x) {
  ExactMatrix out{static_cast<std::size_t>(x.rows()), static_cast<std::size_t>(x.cols())};
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < x.cols(); ++j)
      out(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = x(i, j);
  return out;
}

Matrix with_ones(const Matrix& x) {
  Matrix out(x.rows(), x.cols() + 1);
  out << Vector::Ones(x.rows()), x;
  return out;
}

/// Whether a certificate is true of an answer with F as said and an infimum of at most `infimum`.
bool is_true(const Certificate& said, Exact value, Exact infimum) {
  const Exact room = Exact(said.rounding) * (1 + Exact(1e-9)) + Exact(1e-300), off = value - said.primal;
  if ((off < 0 ? -off : off) > room || said.dual - infimum > room) return false;
  return value - infimum <= Exact(said.gap()) * (1 + Exact(1e-9)) + Exact(1e-300);
}

bool is_ok(const Certificate& said) {
  return said.status == Status::ok;
}

bool multinomial_is_true(const Problem& problem, double rho, const MultinomialFit& fit) {
  const ExactMatrix z = exact(with_ones(problem.x()));
  const tests::ExactMultinomial f{z, problem.y, rho};
  Numbers theta(fit.intercepts.begin(), fit.intercepts.end());
  for (Index j = 0; j < fit.weights.rows(); ++j)
    for (Index k = 0; k < fit.weights.cols(); ++k) theta.emplace_back(fit.weights(j, k));
  return is_true(fit.certificate, f(theta).value, is_ok(fit.certificate) ? least(f, theta) : Exact(1e300));
}

bool odds_are_true(const Problem& problem, double lambda, const ProportionalOdds& fit) {
  const ExactMatrix x = exact(problem.x());
  const tests::ExactOdds f{x, problem.y, lambda};
  Numbers theta(fit.thresholds.begin(), fit.thresholds.end());
  theta.insert(theta.end(), fit.beta.begin(), fit.beta.end());
  return is_true(fit.certificate, f(theta).value, is_ok(fit.certificate) ? least(f, theta) : Exact(1e300));
}

/// (1, L) for a factor L of the exact kernel matrix, whose pivots come first.
ExactMatrix exact_space(const Problem& problem, std::vector<Index> order) {
  const auto n = static_cast<std::size_t>(problem.x().rows());
  for (Index i = 0; i < problem.x().rows(); ++i)
    if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
  ExactMatrix z{n, n + 1};
  Numbers left;
  for (std::size_t i = 0; i < n; ++i) {
    z(i, 0) = 1;
    left.push_back(problem.points.entry(static_cast<Index>(i), static_cast<Index>(i)));
  }
  const Exact largest = *std::max_element(left.begin(), left.end());
  for (std::size_t r = 0; r < n; ++r) {
    const auto pivot = static_cast<std::size_t>(order[r]);
    if (left[pivot] <= Exact(1e-28) * largest) continue;
    Exact root = std::sqrt(static_cast<double>(left[pivot]));
    for (int k = 0; k < 3; ++k) root = (root + left[pivot] / root) / 2;
    for (std::size_t i = 0; i < n; ++i) {
      Exact sum = problem.points.entry(static_cast<Index>(i), order[r]);
      for (std::size_t c = 1; c <= r; ++c) sum -= z(i, c) * z(pivot, c);
      z(i, r + 1) = sum / root;
      left[i] -= z(i, r + 1) * z(i, r + 1);
    }
    left[pivot] = 0;
  }
  return z;
}

/// L'^{-1} W, in 113 bits.
ExactMatrix span_coefficients(const KernelFactor& factor, const Matrix& weights) {
  const Matrix rows = factor.x(factor.pivots, Eigen::all);
  ExactMatrix out = exact(weights);
  for (Index i = rows.rows(); i-- > 0;) {
    for (Index k = 0; k < weights.cols(); ++k) {
      Exact& a = out(static_cast<std::size_t>(i), static_cast<std::size_t>(k));
      for (Index j = i + 1; j < rows.rows(); ++j)
        a -= rows(j, i) * out(static_cast<std::size_t>(j), static_cast<std::size_t>(k));
      a /= rows(i, i);
    }
  }
  return out;
}

bool kernel_is_true(const Problem& problem, const KernelMultinomialFit& found) {
  const auto& [factor, fit] = found;
  const ExactMatrix z = exact_space(problem, factor.pivots), a = span_coefficients(factor, fit.weights);
  const tests::ExactMultinomial f{z, problem.y, problem.rho()};
  const auto classes = static_cast<std::size_t>(problem.y.classes);
  Numbers theta(z.columns * classes, Exact(0));
  for (std::size_t k = 0; k < classes; ++k) {
    theta[k] = fit.intercepts(static_cast<Index>(k));
    for (std::size_t c = 1; c < z.columns; ++c)
      for (std::size_t j = 0; j < a.rows; ++j)
        theta[c * classes + k] += z(static_cast<std::size_t>(factor.pivots[j]), c) * a(j, k);
  }
  return is_true(fit.certificate, f(theta).value, is_ok(fit.certificate) ? least(f, theta) : Exact(1e300));
}

struct Count {
  int proven = 0, refuted = 0;

  void see(const Certificate& said, bool truth) {
    proven += is_ok(said);
    refuted += !truth;
    CHECK(truth);
  }
};

/// Baseline logits without a penalty and with one, proportional odds likewise, and a kernel's.
struct Counts {
  Count plain, ridge, odds, ridge_odds, kernel;
};

Counts problems(int from, int to) {
  Counts out;
  for (int seed = from; seed < to; ++seed) {
    const Problem problem = adversarial_classes(seed, 30), few = adversarial_classes(seed, 12);
    CAPTURE(seed);
    if (complete(problem)) {
      const double rho = problem.rho();
      const MultinomialFit plain = fit_multinomial(problem.x(), problem.y, 0),
                           ridge = fit_multinomial(problem.x(), problem.y, rho);
      const ProportionalOdds odds = fit_proportional_odds(problem.x(), problem.y, 0),
                             ridge_odds = fit_proportional_odds(problem.x(), problem.y, rho);
      out.plain.see(plain.certificate, plain.runs_away || multinomial_is_true(problem, 0, plain));
      out.ridge.see(ridge.certificate, ridge.runs_away || multinomial_is_true(problem, rho, ridge));
      out.odds.see(odds.certificate, odds.runs_away || odds_are_true(problem, 0, odds));
      out.ridge_odds.see(ridge_odds.certificate,
                         ridge_odds.runs_away || odds_are_true(problem, rho, ridge_odds));
    }
    if (complete(few)) {
      const KernelMultinomialFit fit =
          fit_kernel_multinomial(few.points.kernel().gram(few.x()), few.y, few.rho());
      out.kernel.see(fit.fit.certificate, fit.fit.runs_away || kernel_is_true(few, fit));
    }
  }
  return out;
}

Problem usual(Index n) {
  const tests::ClassSample sample = tests::clouds(n, 3, 4);
  return {{sample.x, Labels(), true, 1, 0.5, 0.3}, sample.y};
}

/// More than so many fits have to be proven, or the problems are too hard to say anything.
struct Proven {
  std::int64_t penalised, plain;
};

void check_counts(const Counts& out, const Proven& least) {
  for (const Count& count : {out.plain, out.ridge, out.odds, out.ridge_odds, out.kernel})
    CHECK(count.refuted == 0);
  for (const Count& count : {out.ridge, out.ridge_odds, out.kernel}) CHECK(count.proven > least.penalised);
  for (const Count& count : {out.plain, out.odds}) CHECK(count.proven > least.plain);
}

} // namespace

TEST_CASE("multinomial certificate: a wrong answer that is called ok is refused by the exact values",
          "[multinomial][certificate]") {
  const Problem problem = usual(60);
  for (const double rho : {0.0, 0.3}) {
    CAPTURE(rho);
    MultinomialFit fit = fit_multinomial(problem.x(), problem.y, rho);
    REQUIRE(is_ok(fit.certificate));
    CHECK(multinomial_is_true(problem, rho, fit));
    fit.intercepts(1) += 1e-3;
    CHECK_FALSE(multinomial_is_true(problem, rho, fit));
    fit.certificate.primal += 1; // what it lacks is then hidden by no gap
    CHECK_FALSE(multinomial_is_true(problem, rho, fit));
    ProportionalOdds odds = fit_proportional_odds(problem.x(), problem.y, rho);
    REQUIRE(is_ok(odds.certificate));
    CHECK(odds_are_true(problem, rho, odds));
    odds.beta(0) += 1e-3;
    CHECK_FALSE(odds_are_true(problem, rho, odds));
  }
  const Problem few = usual(20);
  KernelMultinomialFit kernel = fit_kernel_multinomial(few.points.kernel().gram(few.x()), few.y, few.rho());
  REQUIRE(is_ok(kernel.fit.certificate));
  CHECK(kernel_is_true(few, kernel));
  kernel.fit.weights(0, 1) += 1e-3;
  CHECK_FALSE(kernel_is_true(few, kernel));
}

TEST_CASE("multinomial certificate: of an answer that is moved the gap is as large as what it lacks",
          "[multinomial][certificate][wrong answers]") {
  const Problem problem = usual(60);
  const Matrix& x = problem.x();
  const Matrix still = Matrix::Zero(60, 3),
               wild = Matrix::Constant(60, 3, 7) * Vector::Unit(3, 1).asDiagonal();
  for (const double rho : {0.0, 0.3}) {
    const MultinomialFit fit = fit_multinomial(x, problem.y, rho);
    const ProportionalOdds odds = fit_proportional_odds(x, problem.y, rho);
    for (const double step : {1e-3, 1e-1, 10.0}) {
      CAPTURE(rho, step);
      const Matrix moved = fit.weights + step * Vector::Unit(2, 1) * Vector::Unit(3, 2).transpose();
      for (const Matrix& towards : {still, wild}) {
        const Certificate said = certify_multinomial(x, problem.y, rho, {moved, fit.intercepts, towards});
        CHECK(said.gap() >= said.primal - fit.certificate.primal);
        CHECK_FALSE(said.proves(1e-8));
      }
      const Vector beta = odds.beta + step * Vector::Unit(2, 0);
      const Certificate said = certify_odds(x, problem.y, rho, {odds.thresholds, beta});
      CHECK(said.gap() >= said.primal - odds.certificate.primal);
      CHECK_FALSE(said.proves(1e-8));
    }
  }
  const Matrix gram = problem.points.kernel().gram(x);
  const auto [factor, fit] = fit_kernel_multinomial(gram, problem.y, 0.3);
  const Matrix moved = fit.weights + 1e-3 * Matrix::Identity(fit.weights.rows(), 3);
  const Certificate said =
      certify_multinomial(FeatureSpace{factor, gram}, problem.y, 0.3, {moved, fit.intercepts, still});
  CHECK(said.gap() >= said.primal - fit.certificate.primal);
  CHECK_FALSE(said.proves(1e-8));
}

TEST_CASE("multinomial certificate: without a penalty a maximum that the last digits decide is not certified",
          "[multinomial][certificate][degenerate]") {
  // The second column is the first but for noise of 1e-13, and the noise tells the classes apart.
  tests::ClassSample sample = tests::clouds(60, 3, 4);
  tests::Dice dice(1);
  for (Index i = 0; i < 60; ++i)
    sample.x(i, 1) =
        sample.x(i, 0) + 1e-13 * (sample.y.of[static_cast<std::size_t>(i)] + 0.1 * dice.normal());
  CHECK_FALSE(is_ok(fit_multinomial(sample.x, sample.y, 0).certificate));
  CHECK_FALSE(is_ok(fit_proportional_odds(sample.x, sample.y, 0).certificate));
  // Copies and constants change no value of F.
  Matrix copies(60, 4);
  copies << sample.x.col(0), 2 * sample.x.col(0), Vector::Constant(60, 1e4), sample.x.col(0);
  CHECK(is_ok(fit_multinomial(copies, sample.y, 0).certificate));
  CHECK(is_ok(fit_proportional_odds(copies, sample.y, 0).certificate));
}

TEST_CASE("multinomial certificate: adversarial problems have no certificate that is false",
          "[multinomial][certificate][oracle]") {
  check_counts(problems(1, 80), {.penalised = 20, .plain = 10});
}

TEST_CASE("multinomial certificate: five thousand adversarial problems have no certificate that is false",
          "[multinomial][certificate][oracle][slow]") {
  constexpr int many = tests::sanitized ? 1000 : 5000;
  check_counts(problems(80, 80 + many), {.penalised = many / 2, .plain = 3 * many / 10});
}
