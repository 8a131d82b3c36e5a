#include "core/probability/multiclass/logit_models.hpp"

#include "core/metric/metric.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/solver/multinomial/multinomial_fit.hpp"
#include "core/solver/multinomial/softmax.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

using namespace core;

TEST_CASE("logit models: probabilities with their logarithms, certified", "[multiclass][manufactured]") {
  for (const int classes : {2, 3, 5}) {
    for (const Basis basis : {Basis::linear, Basis::squares}) {
      DrawCache cache(tests::cloud_draw(150, classes, 4), tests::kAxes);
      BaselineLogit baseline;
      CumulativeLogit cumulative;
      baseline.basis = cumulative.basis = basis;
      for (const ProbabilityEstimator* method :
           {static_cast<ProbabilityEstimator*>(&baseline), static_cast<ProbabilityEstimator*>(&cumulative)}) {
        const Estimate estimate = method->estimate(cache);
        CAPTURE(classes);
        CHECK(estimate.probability.classes() == classes);
        CHECK(estimate.probability.size() == 150);
        CHECK(tests::missing_mass(estimate.probability) < 1e-12);
        CHECK(estimate.summary.status == Status::ok);
        CHECK(estimate.summary.fits == 1);
        CHECK(estimate.facts.at("runs_away") == 0);
      }
    }
  }
}

TEST_CASE("logit models: of two classes with a penalty are penalised logistic regression",
          "[multiclass][oracle]") {
  const Draw draw = tests::cloud_draw(120, 2, 9);
  DrawCache cache(draw, tests::kAxes);
  BaselineLogit baseline;
  CumulativeLogit cumulative;
  baseline.lambda = cumulative.lambda = 0.7;
  const Vector known = fit_penalised_logistic(draw.train.x, draw.train.y, 0.7).probability(draw.test.x);
  CHECK((baseline.estimate(cache).probability.positive() - known).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((cumulative.estimate(cache).probability.positive() - known).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("logit models: squares are inputs of their own", "[multiclass][manufactured]") {
  const Draw draw = tests::cloud_draw(120, 3, 2);
  Matrix by_hand(120, 4), at(120, 4);
  for (Eigen::Index i = 0; i < 120; ++i)
    for (Eigen::Index j = 0; j < 2; ++j) {
      by_hand(i, j) = draw.train.x(i, j);
      by_hand(i, 2 + j) = draw.train.x(i, j) * draw.train.x(i, j);
      at(i, j) = draw.test.x(i, j);
      at(i, 2 + j) = draw.test.x(i, j) * draw.test.x(i, j);
    }
  BaselineLogit method;
  method.basis = Basis::squares;
  DrawCache cache(draw, tests::kAxes);
  const MultinomialFit fit = fit_multinomial(by_hand, class_numbers(draw.train.y, 3), 0);
  const Matrix known = exponentials(fit.log_probability(at));
  CHECK((method.estimate(cache).probability.matrix() - known).cwiseAbs().maxCoeff() == 0);
}

TEST_CASE("logit models: separable classes are reported and keep finite losses", "[multiclass][degenerate]") {
  Draw draw = tests::cloud_draw(60, 3, 2);
  draw.train = tests::labelled(tests::clouds(60, 3, 2, 0.05));
  DrawCache cache(draw, tests::kAxes);
  const Estimate estimate = BaselineLogit{}.estimate(cache);
  CHECK(estimate.facts.at("runs_away") == 1);
  CHECK(estimate.summary.status == Status::not_converged);
  CHECK(std::isfinite(log_likelihood(estimate.probability, draw.test)));
}
