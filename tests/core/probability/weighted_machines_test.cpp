#include <cmath>
#include <memory>

#include "core/estimate/calibration.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/random/folds.hpp"
#include "core/tuning/criterion.hpp"
#include "core/tuning/perturbation.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::Vector;
using Eigen::Index;

// Observation weights of machines and of the criteria that choose their lambda: core/sample/observation_weights.hpp.
namespace {

using Rows = std::vector<Index>;

core::Sample drawn_sample(Index n, const std::string& name) {
  core::Stream stream(name);
  core::Sample out{Matrix(n, 2), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    out.y(i) = stream.uniform() < 0.4 ? 1 : -1;
    for (Index j = 0; j < 2; ++j) out.x(i, j) = stream.normal() + 0.7 * out.y(i);
  }
  return out;
}

/// 1, 2 or 3 each.
Vector whole_weights(Index n) {
  core::Stream stream("whole weights");
  Vector out(n);
  for (double& w : out) w = 1 + std::floor(3 * stream.uniform());
  return out;
}

/// Each row as often as it counts.
Rows copies(const Vector& weights) {
  Rows out;
  for (Index i = 0; i < weights.size(); ++i)
    for (int k = 0; k < weights(i); ++k) out.push_back(i);
  return out;
}

core::DrawCache cache_of(core::Sample train) {
  return {core::Draw{std::move(train), {}, drawn_sample(40, "test points")}, {1, "made", 0}};
}

core::Classifier machine(bool is_gaussian, core::ClassifierLoss loss = core::Hinge{}) {
  core::Classifier out;
  out.loss = loss;
  if (is_gaussian) out.kernel.shape = core::Kernel::Shape::gaussian;
  return out;
}

std::unique_ptr<core::Learner> calibrated(bool is_gaussian, std::shared_ptr<const core::Calibration> by,
                                          core::ClassifierLoss loss = core::Hinge{}) {
  return std::make_unique<core::MarginLearner>(machine(is_gaussian, loss), std::move(by));
}

std::shared_ptr<const core::PlattCalibration> platt_of_training_values() {
  auto out = std::make_shared<core::PlattCalibration>();
  out->folds = 0;
  return out;
}

Vector at_test_points(const core::Learner& learner, core::DrawCache& cache, const core::Resample& sample,
                      double lambda) {
  return learner.learn(cache, sample)->probability(lambda, {core::Points::Part::test}).probability.positive();
}

double apart(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("weights: a machine of weighted rows is that of the rows drawn so often, bit for bit",
          "[weights][manufactured]") {
  const core::Sample sample = drawn_sample(50, "weighted machines");
  const Vector w = whole_weights(50);
  core::DrawCache cache = cache_of(sample);
  const core::Resample weighted{cache.whole().rows, sample.y, w}, repeated{copies(w), sample.y(copies(w))};
  for (const bool is_gaussian : {false, true})
    for (const core::ClassifierLoss& loss :
         {core::ClassifierLoss(core::Hinge{}), core::ClassifierLoss(core::Psi{})})
      for (const double lambda : {0.03, 1.0, 30.0}) {
        for (const std::shared_ptr<const core::Calibration>& by :
             {std::shared_ptr<const core::Calibration>(std::make_shared<core::SoftmaxScaling>()),
              std::shared_ptr<const core::Calibration>(std::make_shared<core::BracketCalibration>())}) {
          const auto learner = calibrated(is_gaussian, by, loss);
          const Vector once = at_test_points(*learner, cache, weighted, lambda);
          CHECK(once == at_test_points(*learner, cache, repeated, lambda));
          const bool is_coarse = lambda == 30 && once.maxCoeff() == once.minCoeff();
          if (!is_coarse) CHECK(once != at_test_points(*learner, cache, cache.whole(), lambda));
        }
        const auto learner = calibrated(is_gaussian, platt_of_training_values(), loss);
        CHECK(apart(at_test_points(*learner, cache, weighted, lambda),
                    at_test_points(*learner, cache, repeated, lambda)) < 1e-9);
      }
}

TEST_CASE("weights: logistic regression of weighted rows is that of so many rows alike, certified",
          "[weights][logistic][manufactured]") {
  const core::Sample sample = drawn_sample(50, "weighted logistic regression");
  const Vector w = whole_weights(50);
  core::DrawCache cache = cache_of(sample);
  const core::Resample weighted{cache.whole().rows, sample.y, w}, repeated{copies(w), sample.y(copies(w))};
  std::vector<std::unique_ptr<core::Learner>> all;
  all.push_back(std::make_unique<core::PenalisedLogistic>());
  for (const bool is_gaussian : {false, true})
    all.push_back(std::make_unique<core::KernelLogistic>(machine(is_gaussian)));
  for (const auto& learner : all)
    for (const double lambda : {0.03, 1.0, 30.0}) {
      const core::Estimate once =
          learner->learn(cache, weighted)->probability(lambda, {core::Points::Part::test});
      CHECK(once.summary.status == core::Status::ok);
      CHECK(apart(once.probability.positive(), at_test_points(*learner, cache, repeated, lambda)) < 1e-7);
      CHECK(apart(once.probability.positive(), at_test_points(*learner, cache, cache.whole(), lambda)) >
            1e-4);
    }
}

TEST_CASE("weights: weights that are no whole numbers scale the sample, and a row may come in parts",
          "[weights][manufactured]") {
  const core::Sample sample = drawn_sample(40, "weights in parts");
  const Vector w = 0.37 * whole_weights(40);
  Rows twice;
  Vector parts(80);
  for (Index i = 0; i < 40; ++i) {
    twice.insert(twice.end(), {i, i});
    parts(2 * i) = 0.25 * w(i), parts(2 * i + 1) = 0.75 * w(i);
  }
  core::DrawCache cache = cache_of(sample);
  const core::Resample whole{cache.whole().rows, sample.y, w}, in_parts{twice, sample.y(twice), parts},
      scaled{cache.whole().rows, sample.y, Vector(w / 0.37)};
  std::vector<std::unique_ptr<core::Learner>> all;
  all.push_back(std::make_unique<core::PenalisedLogistic>());
  all.push_back(std::make_unique<core::KernelLogistic>(machine(true)));
  all.push_back(calibrated(true, std::make_shared<core::SoftmaxScaling>()));
  for (const auto& learner : all) {
    const Vector once = at_test_points(*learner, cache, whole, 0.37);
    CHECK(apart(once, at_test_points(*learner, cache, in_parts, 0.37)) < 1e-7);
    CHECK(apart(once, at_test_points(*learner, cache, scaled, 1)) < 1e-7);
  }
}

TEST_CASE("weights: a cross-validated criterion is that of copies whose folds are kept together",
          "[weights][tuning][manufactured]") {
  core::Sample sample = drawn_sample(40, "weighted folds");
  sample.weights = whole_weights(40);
  core::DrawCache cache = cache_of(sample);
  core::CrossValidation by;
  by.lambdas = {0.1, 1, 10};
  const auto learner = calibrated(true, platt_of_training_values());
  for (const auto of : {core::CrossValidation::Of::log_loss, core::CrossValidation::Of::error}) {
    by.of = of;
    const core::Tuned tuned = by.choose(*learner, cache);
    core::Stream stream = cache.axes().stream("folds=5");
    std::vector<double> sums(3, 0);
    for (const core::Division& fold : core::divisions(sample.y, 5, by.assignment, stream)) {
      Rows rows;
      for (const Index i : fold.outside)
        for (int k = 0; k < sample.weights(i); ++k) rows.push_back(i);
      const auto curve = learner->learn(cache, {rows, sample.y(rows)})
                             ->curve(by.lambdas, {core::Points::Part::train, fold.inside});
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t at = 0; at < fold.inside.size(); ++at) {
          const Index i = fold.inside[at];
          const double p = curve[k].probability.of(static_cast<Index>(at), sample.y(i));
          sums[k] += sample.weights(i) * (of == core::CrossValidation::Of::error ? p < 0.5 : -std::log(p));
        }
    }
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(tuned.values[k] == Approx(sums[k] / sample.weights.sum()).epsilon(1e-8));
  }
}

TEST_CASE("weights: the estimated loss of perturbed samples is that of copies that move together",
          "[weights][tuning][manufactured]") {
  core::Stream stream("weighted perturbation");
  const Index n = 12;
  const std::size_t d = 3;
  Vector y(n), p0(n), p(n);
  for (Index i = 0; i < n; ++i) {
    y(i) = stream.uniform() < 0.5 ? 1 : 0;
    p0(i) = 0.1 + 0.8 * stream.uniform(), p(i) = 0.1 + 0.8 * stream.uniform();
  }
  const Vector w = whole_weights(n);
  const Rows rows = copies(w);
  std::vector<Index> first(static_cast<std::size_t>(n), -1);
  for (std::size_t at = rows.size(); at-- > 0;)
    first[static_cast<std::size_t>(rows[at])] = static_cast<Index>(at);
  const core::PerturbedSamples once = core::perturb(p0, {y, w}, {static_cast<std::int64_t>(d), 0.5}, stream);
  core::PerturbedSamples copied;
  std::vector<std::vector<core::Probabilities>> star(d), copied_star(d);
  for (std::size_t l = 0; l < d; ++l) {
    Rows& moved = copied.rows.emplace_back();
    for (const Index i : rows)
      moved.push_back(first[static_cast<std::size_t>(once.rows[l][static_cast<std::size_t>(i)])]);
    std::vector<Vector>& labels = copied.labels.emplace_back();
    for (std::size_t m = 0; m < d; ++m) {
      labels.emplace_back(once.labels[l][m](rows));
      Vector q(n);
      for (double& each : q) each = 0.1 + 0.8 * stream.uniform();
      star[l].emplace_back(q), copied_star[l].emplace_back(Vector(q(rows)));
    }
  }
  const Vector copied_y = y(rows), copied_p0 = p0(rows);
  for (const auto reading : {core::CovarianceReading::corrected, core::CovarianceReading::printed}) {
    const core::LossEstimate a = core::EstimatedLoss({y, p0, once, 0.5, w}, reading).at(p, star),
                             b = core::EstimatedLoss({copied_y, copied_p0, copied, 0.5}, reading)
                                     .at(Vector(p(rows)), copied_star);
    CHECK(a.empirical == Approx(b.empirical).epsilon(1e-12));
    CHECK(a.covariance == Approx(b.covariance).epsilon(1e-12));
    CHECK(a.correction == Approx(b.correction).epsilon(1e-12));
  }
}

TEST_CASE("weights: a row is drawn as often as it weighs", "[weights][random]") {
  core::Stream stream("weighted draws");
  const Vector w = (Vector(3) << 1, 0.5, 2.5).finished();
  const core::PerturbedSamples drawn =
      core::perturb(Vector::Constant(3, 0.5), {Vector::Ones(3), w}, {5000, 0.5}, stream);
  Vector seen = Vector::Zero(3);
  for (const Rows& rows : drawn.rows)
    for (std::size_t i = 0; i < 3; ++i) seen(rows[i]) += w(static_cast<Index>(i));
  seen /= seen.sum() / w.sum(); // the weight of each row is what it was, in the mean
  CHECK(apart(seen, w) < 0.05);
}

TEST_CASE("weights: bandwidths are those of so many rows alike", "[weights][kernel][manufactured]") {
  core::Sample sample = drawn_sample(30, "weighted bandwidths");
  sample.weights = whole_weights(30);
  const Rows rows = copies(sample.weights);
  const core::Sample copied{sample.x(rows, Eigen::all), sample.y(rows)};
  CHECK(core::median_distance_between_classes(sample) == core::median_distance_between_classes(copied));
  CHECK(core::median_distance_with_labels(sample) == core::median_distance_with_labels(copied));
  CHECK(core::sampled_median_distance(sample) == core::sampled_median_distance(copied));
  const core::KernelChoice mean{core::Kernel::Shape::gaussian, core::KernelChoice::SigmaUnit::mean};
  CHECK(mean.on(sample).sigma == Approx(core::mean_distance(copied.x)).epsilon(1e-13));
  sample.weights *= 0.37;
  CHECK(core::median_distance_between_classes(sample) == core::median_distance_between_classes(copied));
  const double sampled = core::sampled_median_distance(sample, 100);
  CHECK(sampled == Approx(core::median_distance_between_classes(copied)).epsilon(0.3));
}

TEST_CASE("weights: weights of one each are left out of a draw", "[weights][degenerate]") {
  core::Sample sample = drawn_sample(30, "weights of one");
  sample.weights = Vector::Ones(30);
  CHECK(cache_of(sample).draw().train.weights.size() == 0);
  sample.weights(3) = 2;
  CHECK(cache_of(sample).whole().weights.size() == 30);
}

TEST_CASE("weights: a method that takes none is given none", "[weights][checker]") {
  core::Draw draw;
  draw.train = {Matrix::Ones(2, 1), Vector::LinSpaced(2, -1, 1), {}, 2, (Vector(2) << 1, 2).finished()};
  draw.test = draw.train;
  core::DrawCache cache(draw, core::StreamAxes{});
  struct WithoutWeights final : core::Learner {
    std::unique_ptr<core::Learned> learn(core::DrawCache&, const core::Resample&) const override {
      return nullptr;
    }
  };
  const core::TunedEstimator without(std::make_unique<WithoutWeights>(),
                                     std::make_unique<core::FixedLambda>());
  CHECK_THROWS_AS(without.estimate(cache), std::logic_error);
}
