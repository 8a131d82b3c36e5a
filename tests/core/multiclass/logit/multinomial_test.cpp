#include <Eigen/QR>
#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/multiclass/logit/certified_newton.hpp"
#include "core/multiclass/logit/decrement_bound.hpp"
#include "core/multiclass/logit/independent_columns.hpp"
#include "core/multiclass/logit/multinomial_fit.hpp"
#include "core/multiclass/logit/proportional_odds.hpp"
#include "core/multiclass/logit/softmax.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"
#include "tests/core/oracles/multiclass_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Columns = std::vector<Eigen::Index>;
using tests::awkward_clouds;
using tests::ClassSample;
using tests::clouds;

namespace {

/// F from its definition.
double objective(const ClassSample& sample, double rho, const Matrix& weights, const Vector& intercepts) {
  double sum = rho / 2 * weights.squaredNorm();
  for (Eigen::Index i = 0; i < sample.x.rows(); ++i) {
    const Vector f = (sample.x.row(i) * weights).transpose() + intercepts;
    double total = 0;
    for (const double v : f) total += std::exp(v);
    sum += std::log(total) - f(sample.y.of[static_cast<std::size_t>(i)]);
  }
  return sum;
}

Matrix gaussian_gram(const Matrix& x, double sigma) {
  return Kernel{Kernel::Shape::gaussian, sigma}.gram(x);
}

} // namespace

TEST_CASE("multinomial logistic regression: no point nearby has a smaller objective",
          "[multinomial][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    const ClassSample sample = clouds(60, classes, 4);
    for (const double rho : {0.0, 0.1, 10.0}) {
      CAPTURE(classes, rho);
      const MultinomialFit fit = fit_multinomial(sample.x, sample.y, rho);
      REQUIRE(fit.certificate.status == Status::ok);
      const double least = objective(sample, rho, fit.weights, fit.intercepts);
      CHECK(fit.certificate.primal == Approx(least).epsilon(1e-12));
      CHECK(std::abs(fit.intercepts.sum()) < 1e-10);
      CHECK(fit.weights.rowwise().sum().norm() < 1e-10);
      tests::Dice dice(3);
      for (int k = 0; k < 20; ++k) {
        const Matrix other = fit.weights.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); });
        const Vector moved = fit.intercepts.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); });
        CHECK(objective(sample, rho, other, moved) >= least);
      }
    }
  }
}

TEST_CASE("multinomial logistic regression: of two classes is the house's penalised logistic regression",
          "[multinomial][oracle]") {
  const Sample two = tests::example1(100, 3);
  ClassNumbers y{{}, 2};
  for (const double label : two.y) y.of.push_back(label > 0 ? 0 : 1);
  for (const double lambda : {0.0, 0.1, 3.0}) {
    CAPTURE(lambda);
    const MultinomialFit fit = fit_multinomial(two.x, y, 4 * lambda);
    const LogisticFit known = fit_penalised_logistic(two.x, two.y, lambda);
    CHECK((fit.weights.col(0) - fit.weights.col(1) - known.beta).norm() < 1e-7 * known.beta.norm());
    CHECK(fit.intercepts(0) - fit.intercepts(1) == Approx(known.beta_0).margin(1e-8));
    CHECK(fit.certificate.primal == Approx(known.certificate.primal).epsilon(1e-12));
  }
}

TEST_CASE("multinomial logistic regression: of two classes in a feature space is kernel logistic regression",
          "[multinomial][oracle]") {
  const Sample two = tests::example1(80, 9);
  ClassNumbers y{{}, 2};
  for (const double label : two.y) y.of.push_back(label > 0 ? 0 : 1);
  const Matrix gram = gaussian_gram(two.x, 0.8);
  const KernelFactor factor = kernel_factor(gram, 1e-10, 80);
  const auto rows = tests::rows_up_to(80);
  for (const double lambda : {0.05, 1.0}) {
    CAPTURE(lambda);
    const MultinomialFit fit = fit_multinomial(FeatureSpace{factor, gram}, y, 2 * lambda);
    const KernelLogisticFit known = fit_kernel_logistic({gram, rows}, two.y, lambda);
    REQUIRE(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.primal == Approx(known.certificate.primal).epsilon(1e-8));
    const Matrix f = (factor.x * fit.weights).rowwise() + fit.intercepts.transpose();
    CHECK((f.col(0) - f.col(1) - known.decision(gram, lambda)).cwiseAbs().maxCoeff() < 1e-4);
  }
}

TEST_CASE(
    "multinomial logistic regression: the probabilities of nnet and of glmnet's ridge on a kernel factor",
    "[multinomial][oracle][fixture]") {
  const auto known = tests::fixture_sample();
  const Matrix plain =
      exponentials(fit_multinomial(known.train.x, known.train.y, 0).log_probability(known.further));
  CHECK(
      (plain - tests::fixture_probabilities("multiclass_logistic.csv", "multinom", 0)).cwiseAbs().maxCoeff() <
      2e-6);

  const Kernel kernel{Kernel::Shape::gaussian, 1.2};
  const Matrix gram = kernel.gram(known.train.x);
  const KernelFactor factor = kernel_factor(gram, 1e-11, 120);
  // The coordinates of a further point are what reproduces its kernel values: a least-squares solution.
  const Matrix cross = kernel.cross_gram(known.further, known.train.x);
  const Matrix at = factor.x.colPivHouseholderQr().solve(cross.transpose()).transpose();
  for (const double rho : {0.1, 1.0, 10.0}) {
    CAPTURE(rho);
    const MultinomialFit fit = fit_multinomial(FeatureSpace{factor, gram}, known.train.y, rho);
    CHECK(fit.certificate.status == Status::ok);
    const Matrix expected = tests::fixture_probabilities("multiclass_logistic.csv", "glmnet", rho);
    CHECK((exponentials(fit.log_probability(at)) - expected).cwiseAbs().maxCoeff() < 1e-4);
  }
}

TEST_CASE("multinomial logistic regression: the gap bounds what wrong answers lack",
          "[multinomial][wrong answers]") {
  const ClassSample sample = clouds(80, 3, 6);
  const Matrix gram = gaussian_gram(sample.x, 1);
  const KernelFactor coarse = kernel_factor(gram, 1e-2, 80), fine = kernel_factor(gram, 1e-11, 80);
  const MultinomialFit rough = fit_multinomial(FeatureSpace{coarse, gram}, sample.y, 0.1),
                       exact = fit_multinomial(FeatureSpace{fine, gram}, sample.y, 0.1);
  REQUIRE(exact.certificate.status == Status::ok);
  // The rough factor lacks part of the feature space: a worse answer, and its certificate says so.
  CHECK(rough.certificate.status == Status::not_converged);
  CHECK(rough.certificate.primal > exact.certificate.primal * (1 + 1e-8));
  CHECK(rough.certificate.dual <= exact.certificate.primal);
  CHECK(rough.certificate.gap() >= rough.certificate.primal - exact.certificate.primal);
}

TEST_CASE("multinomial logistic regression: separable classes run away to a stated place",
          "[multinomial][degenerate]") {
  ClassSample sample = clouds(60, 3, 2, 0.1);
  const MultinomialFit apart = fit_multinomial(sample.x, sample.y, 0);
  CHECK(apart.runs_away);
  CHECK(apart.certificate.status == Status::not_converged);
  CHECK(apart.certificate.primal <= near_infimum);
  CHECK(apart.certificate.primal > near_infimum / 100);
  CHECK(apart.weights.allFinite());
  // One class far away from two that overlap: the infimum is theirs.
  sample = clouds(60, 3, 2);
  ClassSample pair{Matrix(0, 2), {{}, 2}};
  for (Eigen::Index i = 0; i < 60; ++i) {
    if (sample.y.of[static_cast<std::size_t>(i)] == 2) {
      sample.x(i, 0) += 50;
      continue;
    }
    pair.x.conservativeResize(pair.x.rows() + 1, Eigen::NoChange);
    pair.x.bottomRows(1) = sample.x.row(i);
    pair.y.of.push_back(sample.y.of[static_cast<std::size_t>(i)]);
  }
  const MultinomialFit partly = fit_multinomial(sample.x, sample.y, 0);
  CHECK(partly.runs_away);
  const double infimum = fit_multinomial(pair.x, pair.y, 0).certificate.primal;
  CHECK(partly.certificate.primal == Approx(infimum).margin(2 * near_infimum));
  CHECK(partly.certificate.gap() <= near_infimum);
  // The least penalty brings the minimum back.
  CHECK(fit_multinomial(sample.x, sample.y, 1e-3).certificate.status == Status::ok);
}

TEST_CASE("multinomial logistic regression: awkward samples give certified fits or say that there is none",
          "[multinomial][degenerate]") {
  for (const std::string& way : tests::kAwkwardClasses) {
    for (const double rho : {0.0, 0.1}) {
      CAPTURE(way, rho);
      const ClassSample sample = awkward_clouds(way, 40, 8);
      const bool complete = static_cast<int>(sample.y.present().size()) == 3;
      const MultinomialFit fit = fit_multinomial(sample.x, sample.y, rho);
      // Without a penalty, a column that depends on another one but for rounding leaves nothing to certify.
      const bool resolved = way != "collinear" || rho > 0;
      if (!fit.runs_away) CHECK((fit.certificate.status == Status::ok) == (complete && resolved));
      CHECK(fit.weights.allFinite());
      const Matrix p = exponentials(fit.log_probability(sample.x));
      CHECK((p.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
      const auto counts = sample.y.counts();
      for (int k = 0; k < 3; ++k)
        if (counts[static_cast<std::size_t>(k)] == 0) CHECK(p.col(k).maxCoeff() == 0);
      if (way == "all at one point")
        for (int k = 0; k < 3; ++k)
          CHECK(p(0, k) == Approx(static_cast<double>(counts[static_cast<std::size_t>(k)]) / 40));
    }
  }
}

namespace {

/// F from its definition; no number where the thresholds are out of order.
double objective(const ClassSample& sample, double lambda, const Vector& thresholds, const Vector& beta) {
  const auto below = [&](int k, double shift) {
    if (k < 0) return 0.0;
    if (k >= thresholds.size()) return 1.0;
    return 1 / (1 + std::exp(-(thresholds(k) + shift)));
  };
  double sum = lambda * beta.squaredNorm();
  for (Eigen::Index i = 0; i < sample.x.rows(); ++i) {
    const int k = sample.y.of[static_cast<std::size_t>(i)];
    const double shift = sample.x.row(i).dot(beta);
    sum -= std::log(below(k, shift) - below(k - 1, shift));
  }
  return sum;
}

/// Classes by the height of a line through the inputs, with noise.
ClassSample ordered(Eigen::Index n, int classes, std::uint64_t seed, double noise) {
  tests::Dice dice(seed);
  ClassSample out{Matrix(n, 2), {{}, classes}};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.x.row(i) << dice.uniform(), dice.normal();
    const double height = out.x(i, 0) + noise * dice.normal();
    out.y.of.push_back(std::min(classes - 1, std::max(0, static_cast<int>(classes * height))));
  }
  return out;
}

} // namespace

TEST_CASE("proportional odds: no point nearby has a smaller objective", "[multinomial][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    const ClassSample sample = ordered(80, classes, 11, 0.3);
    for (const double lambda : {0.0, 0.1, 10.0}) {
      CAPTURE(classes, lambda);
      const ProportionalOdds fit = fit_proportional_odds(sample.x, sample.y, lambda);
      REQUIRE(fit.certificate.status == Status::ok);
      CHECK(fit.residual < 1e-3);
      const double least = objective(sample, lambda, fit.thresholds, fit.beta);
      CHECK(fit.certificate.primal == Approx(least).epsilon(1e-12));
      tests::Dice dice(3);
      for (int k = 0; k < 20; ++k) {
        const Vector moved = fit.thresholds.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); }),
                     turned = fit.beta.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); });
        CHECK(objective(sample, lambda, moved, turned) >= least);
      }
    }
  }
}

TEST_CASE("proportional odds: the probabilities of MASS::polr", "[multinomial][oracle][fixture]") {
  const auto known = tests::fixture_sample();
  const ProportionalOdds fit = fit_proportional_odds(known.train.x, known.train.y, 0);
  const Matrix p = exponentials(fit.log_probability(known.further));
  CHECK((p - tests::fixture_probabilities("multiclass_logistic.csv", "polr", 0)).cwiseAbs().maxCoeff() <
        1e-5);
}

TEST_CASE("proportional odds: of two classes are the house's penalised logistic regression",
          "[multinomial][oracle]") {
  const Sample two = tests::example1(100, 3);
  ClassNumbers y{{}, 2};
  for (const double label : two.y) y.of.push_back(label > 0 ? 0 : 1);
  for (const double lambda : {0.0, 0.1, 3.0}) {
    CAPTURE(lambda);
    const ProportionalOdds fit = fit_proportional_odds(two.x, y, lambda);
    const LogisticFit known = fit_penalised_logistic(two.x, two.y, lambda);
    CHECK((fit.beta - known.beta).norm() < 1e-6 * known.beta.norm());
    CHECK(fit.thresholds(0) == Approx(known.beta_0).margin(1e-6));
    CHECK(fit.certificate.primal == Approx(known.certificate.primal).epsilon(1e-12));
  }
}

TEST_CASE("proportional odds: the classes in the reverse order give the same probabilities",
          "[multinomial][manufactured]") {
  ClassSample sample = ordered(90, 4, 5, 0.2);
  const Matrix forth = fit_proportional_odds(sample.x, sample.y, 0).log_probability(sample.x);
  for (int& k : sample.y.of) k = 3 - k;
  const Matrix back = fit_proportional_odds(sample.x, sample.y, 0).log_probability(sample.x);
  CHECK((forth - back.rowwise().reverse()).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("proportional odds: classes that a line keeps in order run away to a stated place",
          "[multinomial][degenerate]") {
  const ClassSample apart = ordered(60, 4, 3, 0);
  const ProportionalOdds fit = fit_proportional_odds(apart.x, apart.y, 0);
  CHECK(fit.runs_away);
  CHECK(fit.certificate.status == Status::not_converged);
  CHECK(fit.certificate.primal <= near_infimum);
  CHECK(fit.thresholds.allFinite());
  CHECK(fit.beta.allFinite());
  CHECK(fit_proportional_odds(apart.x, apart.y, 1e-4).certificate.status == Status::ok);
}

TEST_CASE("proportional odds: awkward samples give certified fits or say that there is none",
          "[multinomial][degenerate]") {
  for (const std::string& way : tests::kAwkwardClasses) {
    for (const double lambda : {0.0, 0.1}) {
      CAPTURE(way, lambda);
      const ClassSample sample = tests::awkward_clouds(way, 40, 8);
      const bool complete = static_cast<int>(sample.y.present().size()) == 3;
      const ProportionalOdds fit = fit_proportional_odds(sample.x, sample.y, lambda);
      // Without a penalty, a column that depends on another one but for rounding leaves nothing to certify.
      const bool resolved = way != "collinear" || lambda > 0;
      if (!fit.runs_away) CHECK((fit.certificate.status == Status::ok) == (complete && resolved));
      CHECK(fit.beta.allFinite());
      const Matrix p = exponentials(fit.log_probability(sample.x));
      CHECK((p.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-10);
      const auto counts = sample.y.counts();
      for (int k = 0; k < 3; ++k)
        if (counts[static_cast<std::size_t>(k)] == 0) CHECK(p.col(k).maxCoeff() == 0);
    }
  }
}

TEST_CASE("decrement bound: of a quadratic function it is at least what is lacking and little more",
          "[multinomial][certificate]") {
  tests::Dice dice(4);
  const Matrix root = Matrix::NullaryExpr(5, 5, [&] { return dice.normal(); });
  const Matrix h = root * root.transpose() + 0.01 * Matrix::Identity(5, 5);
  const Vector theta = Vector::NullaryExpr(5, [&] { return dice.normal(); });
  const double lacking = theta.dot(h * theta) / 2, bound = above_infimum({h, 0, 0, h * theta, 0, 0});
  CHECK(bound >= lacking);
  CHECK(bound <= 1.25 * lacking);
}

TEST_CASE("decrement bound: nothing is bounded where digits, nearness or curvature are missing",
          "[multinomial][certificate][wrong answers]") {
  const Matrix h = Matrix::Identity(2, 2);
  const Vector g = Vector::Constant(2, 1e-3);
  REQUIRE(above_infimum({h, 0, 0, g, 0, 1}) < 1e-5);
  CHECK(above_infimum({h, 0, 0, 1000 * g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0.9, 0, g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 2, g, 0, 1}) == infinity);
  CHECK(above_infimum({Matrix::Ones(2, 2), 0, 0, g, 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 0, g * std::nan(""), 0, 1}) == infinity);
  CHECK(above_infimum({h, 0, 0, g, 0.1, 1}) > 0.004);
  CHECK(above_infimum({Matrix(0, 0), 0, 0, Vector(0), 0, 0}) == 0);
}

TEST_CASE("independent columns: what depends exactly is left out, what depends but for rounding is not",
          "[multinomial][manufactured]") {
  tests::Dice dice(7);
  Matrix z(12, 6);
  for (Eigen::Index i = 0; i < 12; ++i) {
    const double a = dice.below(2), b = a == 0 ? dice.below(2) : 0;
    z.row(i) << 1, a, b, 1 - a - b, dice.normal(), 0;
  }
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  // Two values keep a column in the span of what they indicate, whatever they were rounded to.
  for (const Eigen::Index k : {1, 2, 3}) {
    const double mean = z.col(k).mean(), spread = std::sqrt(mean * (1 - mean));
    z.col(k) = (z.col(k).array() - mean) / spread;
  }
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  z.col(5) = 3 * z.col(4); // rounded
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4, 5});
  z.col(5) = -0x1p-900 * z.col(4);
  CHECK(independent_columns(z) == Columns{0, 1, 2, 4});
  CHECK(independent_columns(z.topRows(2)).size() <= 2);
  CHECK(independent_columns(Matrix(0, 3)).empty());
}
