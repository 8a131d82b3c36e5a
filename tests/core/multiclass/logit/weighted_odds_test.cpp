#include <cmath>

#include "core/multiclass/logit/certify_odds.hpp"
#include "core/multiclass/logit/proportional_odds.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_samples.hpp"

using core::Certificate;
using core::Matrix;
using core::ProportionalOdds;
using core::Status;
using core::Vector;
using tests::ClassSample;

// Observation weights of the cumulative logit model: core/sample/observation_weights.hpp.
namespace {

/// -log P(Y = y_i | x_i), from the definition.
double loss_of_odds(const ClassSample& sample, const core::OddsAnswer& at, Eigen::Index i) {
  const int k = sample.y.of[static_cast<std::size_t>(i)];
  const auto below = [&](int j) {
    if (j < 0) return 0.0;
    if (j + 1 == sample.y.classes) return 1.0;
    return 1 / (1 + std::exp(-at.thresholds(j) - sample.x.row(i).dot(at.beta)));
  };
  return -std::log(below(k) - below(k - 1));
}

} // namespace

TEST_CASE("proportional odds: a row of whole weight is so many rows alike, and the certificate says the same",
          "[multinomial][weights][oracle]") {
  for (const int classes : {2, 3, 5})
    for (const double lambda : {0.0, 0.1, 10.0}) {
      CAPTURE(classes, lambda);
      const ClassSample sample = tests::weighted_clouds(60, classes, 4), copies = tests::copies_of(sample);
      const ProportionalOdds once = core::fit_proportional_odds(sample.x, sample.y, lambda),
                             copied = core::fit_proportional_odds(copies.x, copies.y, lambda);
      REQUIRE(once.certificate.status == Status::ok);
      CHECK((once.thresholds - copied.thresholds).norm() < 1e-9);
      CHECK((once.beta - copied.beta).norm() < 1e-9);
      CHECK(once.certificate.primal == Approx(copied.certificate.primal).epsilon(1e-13));
      CHECK(once.certificate.dual == Approx(copied.certificate.dual).epsilon(1e-12));
    }
}

TEST_CASE("proportional odds: the certificate of a weighted answer that is moved is that of the copies",
          "[multinomial][weights][certificate][oracle]") {
  const ClassSample sample = tests::weighted_clouds(60, 4, 9), copies = tests::copies_of(sample);
  for (const double lambda : {0.0, 0.3}) {
    const ProportionalOdds fit = core::fit_proportional_odds(sample.x, sample.y, lambda);
    for (const double off : {1e-4, 1e-2}) {
      const Vector theta = fit.thresholds.array() + off, beta = fit.beta.array() - 2 * off;
      const Certificate once = core::certify_odds(sample.x, sample.y, lambda, {theta, beta}),
                        copied = core::certify_odds(copies.x, copies.y, lambda, {theta, beta});
      CAPTURE(lambda, off);
      CHECK(once.primal == Approx(copied.primal).epsilon(1e-13));
      CHECK(once.gap() == Approx(copied.gap()).epsilon(1e-6));
      CHECK(once.dual <= fit.certificate.primal + 1e-10);
      CHECK(once.rounding > 0);
    }
  }
}

TEST_CASE("proportional odds: weights that are not whole multiply the losses of their rows",
          "[multinomial][weights][manufactured]") {
  ClassSample sample = tests::weighted_clouds(40, 3, 5);
  sample.y.weights /= 2.7;
  constexpr double lambda = 0.2;
  const ProportionalOdds fit = core::fit_proportional_odds(sample.x, sample.y, lambda);
  REQUIRE(fit.certificate.status == Status::ok);
  const auto objective = [&](const core::OddsAnswer& at) {
    double sum = lambda * at.beta.squaredNorm();
    for (Eigen::Index i = 0; i < 40; ++i) sum += sample.y.weights(i) * loss_of_odds(sample, at, i);
    return sum;
  };
  const double least = objective({fit.thresholds, fit.beta});
  CHECK(fit.certificate.primal == Approx(least).epsilon(1e-12));
  tests::Dice dice(3);
  for (int k = 0; k < 20; ++k) {
    const Vector theta = fit.thresholds.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); }),
                 beta = fit.beta.unaryExpr([&](double v) { return v + 1e-3 * dice.normal(); });
    CHECK(objective({theta, beta}) >= least);
  }
}
