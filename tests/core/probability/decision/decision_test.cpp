#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/metric/error_costs.hpp"
#include "core/metric/metric.hpp"
#include "core/probability/decision/loss_curve.hpp"
#include "core/probability/decision/reliability_parts.hpp"
#include "core/probability/decision/sparse_logistic.hpp"
#include "core/probability/decision/svm_decision.hpp"
#include "core/random/stream.hpp"
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
      Catch::StartsWith(
          "sparse_logistic with kernel: gaussian takes at most 2000 training rows, and there are 2001."));
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
    CHECK_THROWS_WITH(TunedEstimator(svm(), std::make_unique<CostValidation>(criterion)),
                      Catch::Contains("needs log-odds, and this method decides without a probability."));
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

namespace {

/// Says what it was told to say of each test point.
struct Told final : ProbabilityEstimator {
  Vector q;
  std::map<std::string, double> facts;
  explicit Told(Vector said, std::map<std::string, double> known = {})
      : q(std::move(said)), facts(std::move(known)) {}
  Estimate estimate(DrawCache&) const override {
    Estimate out;
    if (q.size() > 0)
      out.probability = Probabilities(q);
    else
      out.score = Vector::Ones(1);
    out.facts = facts;
    return out;
  }
};

/// A training part with this many positives of 100, and a test part with these labels.
DrawCache cache_of(Eigen::Index positives, const Labels& test) {
  Draw draw{{Matrix::Zero(100, 1), Labels::Constant(100, -1)}, {}, {Matrix::Zero(test.size(), 1), test}};
  draw.train.y.head(positives).setConstant(1);
  return {std::move(draw), {1, "made", 0}};
}

Estimate reliability_of(const Vector& q, const Labels& y, std::int64_t bins, std::optional<double> half_width,
                        const std::map<std::string, double>& facts = {}) {
  DrawCache cache = cache_of(20, y);
  return WithReliability(std::make_unique<Told>(q, facts), bins, half_width).estimate(cache);
}

} // namespace

TEST_CASE("reliability in parts: shares, means, errors and log-loss are those computed by hand",
          "[reliability][decision][manufactured]") {
  Vector q(8);
  q << 0.05, 0.05, 0.2, 0.2, 0.2, 0.2, 0.9, 0.9;
  Labels y(8);
  y << -1, -1, 1, -1, 1, -1, 1, 1;
  const Estimate estimate = reliability_of(q, y, 1, std::log(2.0)); // .2 / .8 times 1/2 and 2: 1/9 to 1/3
  const auto fact = [&](const std::string& name) { return estimate.facts.at(name); };
  CHECK(fact("below_percent") == Approx(25));
  CHECK(fact("inside_percent") == Approx(50));
  CHECK(fact("above_percent") == Approx(25));
  CHECK(fact("below_predicted_percent") == Approx(5));
  CHECK(fact("below_observed_percent") == 0);
  CHECK(fact("inside_predicted_percent") == Approx(20));
  CHECK(fact("inside_observed_percent") == Approx(50));
  CHECK(fact("inside_error_percent") == Approx(25));
  CHECK(fact("inside_miscalibration_percent") == Approx(30));
  CHECK(fact("inside_chance_percent") == Approx(100 * 0.797884560803 * std::sqrt(0.2 * 0.8 / 4)));
  CHECK(fact("inside_log_loss_x100") == Approx(100 * (-2 * std::log(0.2) - 2 * std::log(0.8)) / 4));
  CHECK(fact("above_observed_percent") == Approx(100));
  CHECK(fact("p_min_log_odds") == Approx(std::log(0.125)));
  const auto column = [&](const std::string& name) { return estimate.series.at(name); };
  CHECK(column("reliability.part") == std::vector<double>{-1, 0, 1});
  CHECK(column("reliability.count") == std::vector<double>{2, 4, 2});
  CHECK(column("reliability.empirical_log_odds")[0] == Approx(std::log(0.5 / 2.5)));
  CHECK(column("reliability.standard_error")[1] == Approx(0.25));
  CHECK(column("reliability_line.line") == std::vector<double>{0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(column("reliability_line.empirical_log_odds")[4] == Approx(-std::sqrt(2 / 2.5)));
}

TEST_CASE("reliability in parts: the interval is the method's own unless a width is given",
          "[reliability][decision][manufactured]") {
  Vector q(3);
  q << 0.3, 0.6, 0.8;
  const Labels y = Labels::Ones(3);
  CHECK(reliability_of(q, y, 4, std::nullopt, {{"p_min", 0.5}, {"p_max", 0.7}}).facts.at("inside_percent") ==
        Approx(100 / 3.0));
  const Estimate whole = reliability_of(q, y, 4, std::nullopt);
  CHECK(whole.facts.at("inside_percent") == 100);
  CHECK_FALSE(whole.facts.contains("below_percent"));
  CHECK_FALSE(whole.facts.contains("p_min_log_odds"));
}

TEST_CASE("reliability in parts: every row is in one bin of its part, whatever the interval",
          "[reliability][decision][property]") {
  Stream stream("rows of parts");
  Vector q(500);
  for (double& p : q) p = stream.uniform() < 0.1 ? std::round(stream.uniform()) : stream.uniform();
  Labels y(500);
  for (double& label : y) label = stream.uniform() < 0.5 ? 1 : -1;
  for (const auto& [low, high] :
       {std::pair{0.0, 1.0}, {0.0, 0.4}, {0.3, 1.0}, {0.3, 0.3}, {0.001, 0.999}, {1e-9, 1e-6}, {0.9999, 1.0}})
    for (const std::int64_t bins : {1, 3, 10}) {
      CAPTURE(low, high, bins);
      const Estimate estimate = reliability_of(q, y, bins, std::nullopt, {{"p_min", low}, {"p_max", high}});
      const auto& count = estimate.series.at("reliability.count");
      CHECK(std::accumulate(count.begin(), count.end(), 0.0) == 500);
      for (std::size_t k = 0; k < count.size(); ++k) {
        const double from = estimate.series.at("reliability.from")[k],
                     to = estimate.series.at("reliability.to")[k],
                     part = estimate.series.at("reliability.part")[k];
        CHECK(from < to);
        CHECK((part < 0 ? to <= low : part > 0 ? from >= high : from >= low && to <= high));
      }
    }
}

TEST_CASE("reliability in parts: right probabilities are as far off as chance has them, wrong ones further",
          "[reliability][decision][manufactured]") {
  Stream stream("right and wrong");
  const Eigen::Index n = 40'000;
  Vector q(n), shifted(n);
  Labels y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q(i) = sigmoid(-1.4 + 1.5 * stream.normal());
    y(i) = stream.uniform() < q(i) ? 1 : -1;
    shifted(i) = sigmoid(FaithfulInterval::logit(q(i)) + 0.3);
  }
  const Estimate right = reliability_of(q, y, 10, 1), wrong = reliability_of(shifted, y, 10, 1);
  const double chance = right.facts.at("inside_chance_percent");
  CHECK(right.facts.at("inside_miscalibration_percent") < 2 * chance);
  CHECK(right.facts.at("inside_miscalibration_percent") > 0.3 * chance);
  CHECK(wrong.facts.at("inside_miscalibration_percent") > 4 * chance);
}

TEST_CASE("reliability in parts: a method that decides without a probability is refused",
          "[reliability][decision][degenerate]") {
  DrawCache cache = cache_of(20, Labels::Ones(1));
  const WithReliability none(std::make_unique<Told>(Vector()), 10, std::nullopt);
  CHECK_THROWS_AS(none.estimate(cache), UserError);
}
