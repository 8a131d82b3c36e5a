#include "core/solver/multinomial/proportional_odds.hpp"

#include <cmath>

#include "core/probability/penalised_logistic.hpp"
#include "core/solver/multinomial/certified_newton.hpp"
#include "core/solver/multinomial/softmax.hpp"
#include "tests/core/oracles/multiclass_fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::ClassSample;
using tests::clouds;

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
