#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/metric/error_costs.hpp"
#include "core/metric/metric.hpp"
#include "core/probability/decision/loss_curve.hpp"
#include "core/probability/decision/sparse_logistic.hpp"
#include "core/probability/decision/svm_decision.hpp"
#include "core/solver/large/large_sample.hpp"
#include "core/tuning/cost_validation.hpp"
#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

const KernelChoice linear{}, gaussian{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 2};

DrawCache cache_of(Eigen::Index n) {
  return {{tests::imbalanced(n, 4, 31), {}, tests::imbalanced(90, 4, 32)}, {1, "made", 0}};
}

CostValidation joint() {
  CostValidation out;
  out.lambdas = {0.1, 1, 10, 100};
  out.assignment = FoldAssignment::stratified;
  out.threshold = CostValidation::Rule::joint;
  return out;
}

Estimate tuned(std::unique_ptr<Learner> learner, const CostValidation& criterion, DrawCache& cache) {
  return TunedEstimator(std::move(learner), std::make_unique<CostValidation>(criterion)).estimate(cache);
}

std::unique_ptr<Learner> sparse(double half_width = 1) {
  return std::make_unique<SparseLogistic>(linear, half_width);
}

} // namespace

TEST_CASE(
    "sparse logistic as a method: the interval is centred on the share of positives of the training part",
    "[decision][manufactured]") {
  Labels y = Labels::Constant(1000, -1);
  y.head(88).setConstant(1);
  const FaithfulInterval interval = SparseLogistic(linear, 3.279).interval(y);
  CHECK(interval.p_min == Approx(0.0036).margin(5e-5));
  CHECK(interval.p_max == Approx(0.719).margin(1e-3));
  CHECK(std::sqrt(interval.p_min / (1 - interval.p_min) * interval.p_max / (1 - interval.p_max)) ==
        Approx(0.088 / 0.912));
}

TEST_CASE("sparse logistic as a method: a kernel is fitted through any factor of its matrix",
          "[decision][oracle]") {
  DrawCache cache = cache_of(80);
  const auto learned = SparseLogistic(gaussian, 1.5).learn(cache, cache.whole());
  const Estimate estimate = learned->probability(0.5, {Points::Part::train});
  const Matrix gram = cache.kernel(gaussian).gram();
  const Matrix root = gram.llt().matrixL();
  const SparseLogisticFit fit = SparseLogisticSample(root, cache.draw().train.y)
                                    .at(SparseLogistic(linear, 1.5).interval(cache.draw().train.y), 0.5);
  CHECK((estimate.probability.log_odds() - fit.log_odds(root)).cwiseAbs().maxCoeff() < 1e-5);
  CHECK(estimate.summary.status == Status::ok);
}

TEST_CASE("sparse logistic with a Gaussian kernel on more rows than it factors is refused",
          "[decision][degenerate]") {
  DrawCache cache = cache_of(SparseLogistic::most_with_kernel + 1);
  CHECK_THROWS_WITH(
      SparseLogistic(gaussian, 1.0).learn(cache, cache.whole()),
      Catch::StartsWith("kernel: gaussian of sparse_logistic with 2001 training rows (it factors"));
}

TEST_CASE("svm decision: asymmetric costs are those of the share of positives", "[decision][oracle]") {
  DrawCache cache = cache_of(120);
  const double share = ErrorCosts(cache.draw().train.y).share();
  const auto learned = SvmDecision(linear, SvmDecision::Cost::asymmetric).learn(cache, cache.whole());
  const Estimate estimate = learned->probability(2, {Points::Part::test});
  const Features features(cache.draw().train.x);
  const LargeFit fit = LargeSample(each_once(features, cache.draw().train.y)).at(share, 2);
  const Vector w = cache.draw().train.x.transpose() * fit.a / 2;
  CHECK((estimate.score - ((cache.draw().test.x * w).array() + fit.beta_0).matrix()).cwiseAbs().maxCoeff() <
        1e-9);
  CHECK(estimate.probability.empty());
  CHECK(estimate.facts.at("support_vectors_percent") > 5);
}

TEST_CASE("joint threshold: what is chosen costs least of all lambdas and thresholds on the held-out scores",
          "[decision][oracle]") {
  DrawCache cache = cache_of(150);
  const CostValidation criterion = joint();
  const auto learner = sparse();
  const Tuned best = criterion.choose(*learner, cache);
  const Labels& y = cache.draw().train.y;
  Stream stream = cache.axes().stream("folds=5");
  const auto folds = divisions(y, 5, FoldAssignment::stratified, stream);
  double least = infinity;
  for (const double lambda : criterion.lambdas) {
    Vector score(150);
    for (const Division& fold : folds)
      score(fold.inside) = decision_scores(learner->learn(cache, {fold.outside, y(fold.outside)})
                                               ->probability(lambda, {Points::Part::train, fold.inside}));
    for (const double at : score)
      for (const double place : {at - 1e-4, at + 1e-4})
        least = std::min(
            least, static_cast<double>(doubled_cost(score, y, place, ErrorCosts(y))) / (2.0 * 150 * 150));
  }
  CHECK(best.value == Approx(least).epsilon(1e-12));
  CHECK(best.facts.at("lambdas_level") >= 1);
  CHECK(best.terms.at("threshold").size() == 4);
}

TEST_CASE("a chosen threshold is taken off the scores, and what is decided by it costs what the metric says",
          "[decision][manufactured]") {
  DrawCache cache = cache_of(150);
  const Estimate estimate = tuned(sparse(), joint(), cache);
  const double threshold = estimate.facts.at("threshold");
  CHECK(estimate.facts.at("decision_threshold_percent") == Approx(100 * sigmoid(threshold)));
  CHECK((estimate.score - (estimate.probability.log_odds().array() - threshold).matrix()).isZero(1e-12));
  const ErrorCosts costs(cache.draw().train.y);
  double by_hand = 0;
  const Sample& test = cache.draw().test;
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    const bool taken = estimate.probability.log_odds()(i) > threshold;
    if (test.y(i) > 0 && !taken) by_hand += 1 - costs.share();
    if (test.y(i) < 0 && taken) by_hand += costs.share();
  }
  CHECK(mean_test_loss_x100(estimate, cache.draw()) == Approx(100 * by_hand / 90));
}

TEST_CASE(
    "mean test loss: without a score a point is positive where its probability is the share of positives",
    "[decision][manufactured]") {
  Draw draw{{Matrix::Zero(4, 1), Labels(4)}, {}, {Matrix::Zero(4, 1), Labels(4)}};
  draw.train.y << 1, -1, -1, -1;
  draw.test.y << 1, 1, -1, -1;
  Estimate estimate;
  Vector p(4);
  p << 0.3, 0.2, 0.3, 0.2;
  estimate.probability = p;
  CHECK(mean_test_loss_x100(estimate, draw) == Approx(100 * (0.75 + 0.25) / 4));
  estimate.score = Vector(4);
  estimate.score << 1, 1, -1, 0;
  CHECK(mean_test_loss_x100(estimate, draw) == Approx(100 * 0.125 / 4));
}

TEST_CASE("thresholds of log-odds are refused where scores are none", "[decision][degenerate]") {
  const auto svm = [] { return std::make_unique<SvmDecision>(linear, SvmDecision::Cost::equal); };
  CostValidation criterion = joint();
  for (const auto rule : {CostValidation::Rule::prior, CostValidation::Rule::grid}) {
    criterion.threshold = rule;
    CHECK_THROWS_WITH(
        TunedEstimator(svm(), std::make_unique<CostValidation>(criterion)),
        Catch::Contains("for a method that decides without a probability (its score is no log-odds)"));
  }
  DrawCache cache = cache_of(100);
  criterion.threshold = CostValidation::Rule::joint;
  const Estimate estimate = tuned(svm(), criterion, cache);
  CHECK(estimate.facts.contains("threshold"));
  CHECK_FALSE(estimate.facts.contains("decision_threshold_percent"));
}

TEST_CASE("loss curve: its places surround the share of positives and its losses are the metric's there",
          "[decision][manufactured]") {
  DrawCache cache = cache_of(150);
  CostValidation prior = joint();
  prior.threshold = CostValidation::Rule::prior;
  const WithLossCurve curve(
      std::make_unique<TunedEstimator>(sparse(), std::make_unique<CostValidation>(prior)), 401);
  const Estimate estimate = curve.estimate(cache);
  const auto &places = estimate.series.at("threshold.log_odds"),
             &losses = estimate.series.at("threshold.loss_x100");
  REQUIRE(places.size() == 401);
  CHECK(places[200] == Approx(estimate.facts.at("prior_log_odds")));
  CHECK(losses[200] == Approx(mean_test_loss_x100(estimate, cache.draw())));
  CHECK(places.back() - places.front() == Approx(2 * WithLossCurve::reach));
  CHECK(*std::min_element(losses.begin(), losses.end()) <= losses[200]);
}
