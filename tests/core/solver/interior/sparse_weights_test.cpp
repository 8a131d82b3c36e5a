#include <cmath>
#include <optional>

#include "core/estimate/draw_cache.hpp"
#include "core/metric/error_costs.hpp"
#include "core/probability/decision/reliability_parts.hpp"
#include "core/probability/decision/sparse_logistic.hpp"
#include "core/tuning/cost_validation.hpp"
#include "core/tuning/threshold.hpp"
#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/weighted_rows.hpp"

using namespace core;

// Observation weights of sparse logistic regression and of costs of errors (core/sample/observation_weights.hpp).
namespace {

const FaithfulInterval faithful[] = {{0.2, 0.45}, {0, 0.4}, {0, 1}, {0.3, 0.3}};

double apart(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

SparseLogisticProblem of(const Sample& sample, const FaithfulInterval& interval, double lambda) {
  return {sample.x, sample.y, interval, lambda, sample.weights};
}

} // namespace

TEST_CASE("sparse logistic: a fit to weighted rows is that to so many copies, and so are its counts",
          "[sparse_logistic][weights][manufactured]") {
  const Sample once = tests::weighted(tests::imbalanced(90, 4, 11)), copied = tests::copied(once);
  for (const FaithfulInterval& interval : faithful)
    for (const double lambda : {0.1, 1.0, 20.0}) {
      CAPTURE(interval.p_min, interval.p_max, lambda);
      const SparseLogisticFit fit = SparseLogisticSample(once.x, {once.y, once.weights}).at(interval, lambda);
      const SparseLogisticFit other = SparseLogisticSample(copied.x, copied.y).at(interval, lambda);
      CHECK(fit.certificate.status == Status::ok);
      CHECK(apart(fit.w, other.w) < 1e-8);
      CHECK(fit.b == Approx(other.b).margin(1e-8));
      CHECK(fit.certificate.primal == Approx(other.certificate.primal).epsilon(1e-12));
      CHECK(fit.support_vectors == other.support_vectors);
      CHECK(fit.at_corner == other.at_corner);
      const SparseLogisticViolation off = kkt_violation(of(once, interval, lambda), fit);
      CHECK(off.stationarity < 1e-6);
      CHECK(off.multiplier < 1e-4);
    }
}

TEST_CASE("sparse logistic: the certificate of any answer to weighted rows is that of its copies",
          "[sparse_logistic][weights][oracle]") {
  const Sample once = tests::weighted(tests::imbalanced(60, 3, 12)), copied = tests::copied(once);
  const tests::Rows rows = tests::copies(once.weights);
  tests::Dice dice(7);
  for (const FaithfulInterval& interval : faithful) {
    SparseLogisticAnswer answer{Vector::Zero(3), 0.2, Vector(60)};
    for (double& w : answer.w) w = dice.normal();
    for (double& alpha : answer.alpha) alpha = dice.uniform();
    SparseLogisticAnswer other = answer;
    other.alpha = answer.alpha(rows);
    answer.alpha.array() *= once.weights.array();
    const Certificate one = certify(of(once, interval, 0.7), answer),
                      two = certify(of(copied, interval, 0.7), other);
    CHECK(one.primal == Approx(two.primal).epsilon(1e-13));
    CHECK(one.dual == Approx(two.dual).epsilon(1e-12));
    CHECK(one.rounding > 0.2 * two.rounding);
    CHECK(one.rounding < 2 * two.rounding);
    answer.alpha(0) = 1.001 * once.weights(0); // beyond its box
    CHECK(certify(of(once, interval, 0.7), answer).dual == -infinity);
  }
}

TEST_CASE("sparse logistic: weights that are no whole numbers scale lambda, and small ones are solved",
          "[sparse_logistic][weights][degenerate]") {
  const Sample whole = tests::weighted(tests::imbalanced(90, 4, 13));
  for (const double scale : {1e-4, 0.37, 1e4})
    for (const FaithfulInterval& interval : faithful) {
      CAPTURE(scale, interval.p_min, interval.p_max);
      const Vector weights = scale * whole.weights;
      const SparseLogisticFit fit = SparseLogisticSample(whole.x, {whole.y, weights}).at(interval, scale);
      const SparseLogisticFit other = SparseLogisticSample(whole.x, {whole.y, whole.weights}).at(interval, 1);
      CHECK(fit.certificate.status == Status::ok);
      CHECK(apart(fit.w, other.w) < 1e-6);
    }
}

TEST_CASE("sparse logistic as a method: interval, facts and diagrams count rows by weight",
          "[sparse_logistic][weights][manufactured]") {
  const Sample once = tests::weighted(tests::imbalanced(90, 4, 14)), copied = tests::copied(once);
  const Sample tested = tests::weighted(tests::imbalanced(70, 4, 15));
  DrawCache weighted({once, {}, tested}, {1, "made", 0}),
      repeated({copied, {}, tests::copied(tested)}, {1, "made", 0});
  const KernelChoice gaussian{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 2};
  for (const KernelChoice& kernel : {KernelChoice{}, gaussian}) {
    const auto estimate = [&](DrawCache& cache) {
      return WithReliability(std::make_unique<TunedEstimator>(std::make_unique<SparseLogistic>(kernel, 1.0),
                                                              std::make_unique<FixedLambda>()),
                             4, std::nullopt)
          .estimate(cache);
    };
    const Estimate one = estimate(weighted), two = estimate(repeated);
    CHECK(apart(one.probability.positive()(tests::copies(tested.weights)), two.probability.positive()) <
          1e-6);
    for (const auto& [name, value] : two.facts) {
      CAPTURE(name);
      if (name != "kkt_residual") CHECK(one.facts.at(name) == Approx(value).epsilon(1e-6).margin(1e-9));
    }
  }
}

TEST_CASE("costs of errors of weighted rows are those of their copies, and so is the best threshold",
          "[decision][weights][oracle]") {
  const Sample once = tests::weighted(tests::imbalanced(80, 2, 16)), copied = tests::copied(once);
  const WeightedLabels y(once.y, once.weights), scaled(once.y, 0.37 * once.weights);
  const Vector score = 0.1 * (10 * once.x.col(0)).array().round();
  const Vector repeated = score(tests::copies(once.weights));
  const ErrorCosts costs(y), of_copies(copied.y);
  CHECK(costs.share() == of_copies.share());
  for (const double place : {-1.0, 0.0, 0.3})
    CHECK(doubled_cost(score, y, place, costs) == doubled_cost(repeated, copied.y, place, of_copies));
  for (const double anchor : {-3.0, 0.05, 2.0}) {
    const Threshold best = best_threshold(repeated, copied.y, of_copies, anchor);
    CHECK(best_threshold(score, y, costs, anchor).value == best.value);
    CHECK(best_threshold(score, y, costs, anchor).loss == Approx(best.loss).epsilon(1e-12));
    CHECK(best_threshold(score, scaled, ErrorCosts(scaled), anchor).value == best.value);
    CHECK(best_threshold(score, scaled, ErrorCosts(scaled), ThresholdGrid{anchor}).value ==
          best_threshold(repeated, copied.y, of_copies, ThresholdGrid{anchor}).value);
  }
}

TEST_CASE("mean test loss: a choice by it counts held-out rows by weight",
          "[decision][weights][manufactured]") {
  const Sample once = tests::weighted(tests::imbalanced(80, 3, 17));
  DrawCache cache({once, {}, once}, {1, "made", 0});
  CostValidation by;
  by.lambdas = {0.1, 1, 10};
  const SparseLogistic learner(KernelChoice{}, 1.0);
  const Tuned tuned = by.choose(learner, cache);
  Stream stream = cache.axes().stream("folds=5");
  const ErrorCosts costs({once.y, once.weights});
  std::vector<double> cost(3, 0);
  for (const Division& fold : divisions(once.y, 5, by.assignment, stream)) {
    const auto curve = learner.learn(cache, cache.whole().at(fold.outside))
                           ->curve(by.lambdas, {Points::Part::train, fold.inside});
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t at = 0; at < fold.inside.size(); ++at) {
        const Eigen::Index i = fold.inside[at];
        const bool taken = curve[k].probability.log_odds()(static_cast<Eigen::Index>(at)) > 0;
        const double error = once.y(i) > 0 ? (taken ? 0 : 1 - costs.share()) : (taken ? costs.share() : 0);
        cost[k] += once.weights(i) * error;
      }
  }
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(tuned.values[k] == Approx(cost[k] / once.weights.sum()).epsilon(1e-10));
}
