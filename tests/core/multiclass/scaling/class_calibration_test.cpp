#include "core/multiclass/scaling/class_calibration.hpp"

#include <cmath>

#include "core/multiclass/logit/softmax.hpp"
#include "core/multiclass/logit/softmax_terms.hpp"
#include "core/multiclass/methods/binary_reductions.hpp"
#include "core/multiclass/scaling/calibrated_classes.hpp"
#include "core/multiclass/scaling/temperature.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/random/stream.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

// The scores of K classes, calibrated by one fit.
using namespace core;
using Eigen::Index;
using Targets = ClassCalibration::Targets;

namespace {

struct Scored {
  Matrix z;
  ClassNumbers y;
};

Scored scored_fixture() {
  const auto rows = tests::fixture("class_scores.csv");
  Scored out{Matrix(static_cast<Index>(rows.size()), 4), {{}, 4}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k)
      out.z(static_cast<Index>(i), static_cast<Index>(k)) = std::stod(rows[i][k]);
    out.y.of.push_back(std::stoi(rows[i][4]) - 1);
  }
  return out;
}

Matrix random_scores(Index n, Index classes, const std::string& name) {
  Stream stream(name);
  Matrix z(n, classes);
  for (double& value : z.reshaped()) value = 2 * stream.normal();
  return z;
}

Matrix softmax_of(const Matrix& f) {
  return exponentials(log_softmax(f));
}

/// Largest difference of a calibration of the sample at its first ten points from four columns of the
/// fixture.
double off_fixture(const ClassCalibration& calibration, std::size_t column) {
  const Scored sample = scored_fixture();
  const Matrix p = calibration.probability(sample.z.topRows(10), sample.z, sample.y).probability.matrix();
  const auto known = tests::fixture("class_probabilities.csv");
  double most = 0;
  for (Index i = 0; i < 10; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      most = std::max(most, std::abs(p(i, static_cast<Index>(k)) -
                                     std::stod(known[static_cast<std::size_t>(i)][column + k])));
  return most;
}

const Classifier machine_of_classes{Hinge{},
                                    {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1.5}};

std::shared_ptr<const Learner> scores_of_machines() {
  return std::make_shared<BinaryReduction>(
      ClassScheme::one_vs_rest_scores,
      std::make_shared<MarginLearner>(machine_of_classes, std::make_shared<SoftmaxScaling>()));
}

template <class Calibration>
Estimate calibrated_draw(const Draw& draw, std::int64_t folds) {
  DrawCache cache(draw, tests::kAxes);
  auto calibration = std::make_shared<Calibration>();
  calibration->folds = folds;
  return CalibratedClasses(scores_of_machines(), std::move(calibration))
      .learn(cache, cache.whole())
      ->probability(0.5, {});
}

} // namespace

TEST_CASE("temperature: the minimum of scipy, and of scikit-learn as far as it iterates",
          "[class_calibration][oracle]") {
  const Scored sample = scored_fixture();
  const auto known = tests::fixture("class_temperature.csv").front();
  const TemperatureFit smoothed = fit_temperature(sample.z, class_targets(sample.y, Targets::smoothed));
  const TemperatureFit labels = fit_temperature(sample.z, class_targets(sample.y, Targets::labels));
  CHECK(smoothed.inverse == Approx(std::stod(known[0])).epsilon(1e-10));
  CHECK(labels.inverse == Approx(std::stod(known[1])).epsilon(1e-10));
  CHECK(labels.inverse == Approx(std::stod(known[2])).epsilon(1e-6));
  for (const TemperatureFit& fit : {smoothed, labels}) {
    CHECK(fit.status == Status::ok);
    CHECK(fit.gap <= 1e-12);
    CHECK(fit.lower < fit.inverse);
    CHECK(fit.inverse < fit.upper);
  }
}

TEST_CASE("vector scaling and Dirichlet calibration: the minima of scipy", "[class_calibration][oracle]") {
  VectorScaling vector;
  DirichletCalibration dirichlet;
  CHECK(off_fixture(vector, 0) < 1e-10);
  CHECK(off_fixture(dirichlet, 8) < 1e-10);
  vector.targets = dirichlet.targets = Targets::labels;
  dirichlet.ridge = 0.1, dirichlet.intercept_ridge = 0.003;
  CHECK(off_fixture(vector, 4) < 1e-10);
  CHECK(off_fixture(dirichlet, 12) < 1e-10);
}

TEST_CASE("temperature finds the temperature that made the targets", "[class_calibration][manufactured]") {
  const Matrix z = random_scores(50, 5, "temperature");
  for (const double inverse : {1e-3, 0.3, 1.0, 20.0})
    for (const double scale : {1e-6, 1.0, 1e6}) {
      const TemperatureFit fit = fit_temperature(scale * z, softmax_of(inverse * z));
      CAPTURE(inverse, scale);
      CHECK(fit.inverse * scale == Approx(inverse).epsilon(1e-9));
      CHECK(fit.status == Status::ok);
    }
}

TEST_CASE("vector scaling and Dirichlet calibration find the forms that made the targets",
          "[class_calibration][manufactured]") {
  const Index K = 4;
  Matrix x(60, K + 1);
  x << random_scores(60, K, "terms"), Vector::Ones(60);
  Stream stream("weights");
  Matrix weights(K + 1, K);
  for (double& value : weights.reshaped()) value = stream.normal();
  std::vector<SoftmaxTerm> all, own;
  for (Index k = 0; k < K; ++k)
    for (Index j = 0; j <= K; ++j) all.push_back({k, j});
  for (Index k = 0; k < K; ++k) own.push_back({k, k}), own.push_back({k, K});
  const Matrix start = Matrix::Zero(K + 1, K);
  const Matrix whole = softmax_of(x * weights);
  const SoftmaxTermsFit fit = fit_softmax_terms(x, whole, all, start);
  CHECK(fit.certificate.status == Status::ok);
  CHECK((softmax_of(x * fit.weights) - whole).cwiseAbs().maxCoeff() < 1e-9);
  Matrix kept = Matrix::Zero(K + 1, K);
  for (const SoftmaxTerm& term : own) kept(term.column, term.of_class) = weights(term.column, term.of_class);
  const Matrix part = softmax_of(x * kept);
  const SoftmaxTermsFit diagonal = fit_softmax_terms(x, part, own, start);
  CHECK((softmax_of(x * diagonal.weights) - part).cwiseAbs().maxCoeff() < 1e-9);
  CHECK((diagonal.weights.diagonal() - kept.diagonal()).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("the certificate of chosen terms bounds what a fit that stopped early lacks",
          "[class_calibration][manufactured]") {
  // With a penalty alone in the way: one class against another, targets level, the minimum at 0.
  const Matrix x = Matrix::Ones(10, 1), level = Matrix::Constant(10, 2, 0.5);
  const SoftmaxTermsFit fit =
      fit_softmax_terms(x, level, {{0, 0, 1.0}, {1, 0, 1.0}}, Matrix::Constant(1, 2, 3));
  CHECK(fit.weights.cwiseAbs().maxCoeff() < 1e-12);
  CHECK(fit.certificate.primal == Approx(10 * std::log(2.0)).epsilon(1e-13));
  CHECK(fit.certificate.relative_gap() < 1e-12);
}

TEST_CASE("scores that part the classes leave labels without a minimum, and smoothed targets with one",
          "[class_calibration][degenerate]") {
  const Matrix z = Matrix::Identity(3, 3).replicate(4, 1);
  ClassNumbers y{{}, 3};
  for (int i = 0; i < 12; ++i) y.of.push_back(i % 3);
  TemperatureScaling temperature;
  VectorScaling vector;
  DirichletCalibration dirichlet;
  for (ClassCalibration* each : std::initializer_list<ClassCalibration*>{&temperature, &vector, &dirichlet}) {
    each->targets = Targets::smoothed;
    const Estimate smoothed = each->probability(z, z, y);
    CHECK(smoothed.summary.status == Status::ok);
    CHECK(smoothed.summary.worst_relative_gap < 1e-8);
    CHECK(smoothed.probability.matrix().allFinite());
    if (each == &dirichlet) continue; // its penalty holds all but the diagonal
    CHECK(smoothed.probability.matrix()(0, 0) == Approx(5.0 / 7).epsilon(1e-9));
    each->targets = Targets::labels;
    const Estimate labels = each->probability(z, z, y);
    CHECK(labels.summary.status == Status::not_converged);
    CHECK(labels.probability.matrix().allFinite());
  }
}

TEST_CASE("level scores, one class, and scores against the classes have probabilities",
          "[class_calibration][degenerate]") {
  ClassNumbers y{{}, 3};
  for (int i = 0; i < 12; ++i) y.of.push_back(i % 2);
  const Matrix level = Matrix::Constant(12, 3, 7.5);
  Matrix against = Matrix::Zero(12, 3);
  for (Index i = 0; i < 12; ++i) against(i, i % 2) = -1;
  const ClassNumbers alone{std::vector<int>(12, 1), 3};
  const TemperatureScaling temperature;
  const VectorScaling vector;
  const DirichletCalibration dirichlet;
  for (const ClassCalibration* each :
       std::initializer_list<const ClassCalibration*>{&temperature, &vector, &dirichlet}) {
    for (const Matrix& z : {level, against})
      for (const ClassNumbers& of : {y, alone}) {
        const Estimate estimate = each->probability(z, z, of);
        CHECK(tests::missing_mass(estimate.probability) < 1e-12);
        CHECK(estimate.probability.matrix().minCoeff() > 0);
        CHECK(estimate.summary.status == Status::ok);
      }
  }
  const Estimate turned = temperature.probability(against, against, y);
  CHECK(turned.facts.at("inverse_temperature") == 0);
  CHECK((turned.probability.matrix().array() - 1.0 / 3).abs().maxCoeff() < 1e-15);
  CHECK(turned.remarks.size() == 1);
}

TEST_CASE("vector scaling: a class whose scores are one number but for rounding has no slope",
          "[class_calibration][degenerate]") {
  // What a linear machine says of a class between others: the same everywhere.
  Matrix z = random_scores(60, 3, "one number");
  ClassNumbers y{{}, 3};
  for (Index i = 0; i < 60; ++i) {
    y.of.push_back(static_cast<int>(i) % 3);
    z(i, i % 3) += 1;
  }
  Matrix exact = z;
  exact.col(1).setConstant(-2);
  z.col(1) = -2 + 1e-10 * z.col(1).array();
  const Estimate rounded = VectorScaling().probability(z, z, y);
  CHECK(rounded.summary.status == Status::ok);
  CHECK(tests::largest_difference(rounded.probability,
                                  VectorScaling().probability(exact, exact, y).probability) < 1e-8);
}

TEST_CASE("smoothed targets of two classes are Platt's", "[class_calibration][degenerate]") {
  const Matrix t = class_targets({{0, 0, 0, 1}, 2}, Targets::smoothed);
  CHECK(t(0, 0) == 4.0 / 5);
  CHECK(t(3, 1) == 2.0 / 3);
  CHECK((t.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-15);
}

TEST_CASE("calibrated classes: held-out scores are those of machines that have not seen the row",
          "[class_calibration][oracle]") {
  const Draw draw = tests::cloud_draw(60, 3, 5);
  const Estimate estimate = calibrated_draw<VectorScaling>(draw, 4);
  DrawCache cache(draw, tests::kAxes);
  const auto scores = scores_of_machines();
  Matrix held_out(60, 3);
  Stream stream = tests::kAxes.stream("held out classes=4");
  for (const Division& fold : divisions(draw.train.y, 4, FoldAssignment::stratified, stream)) {
    Draw part = draw;
    part.train.x = draw.train.x(fold.outside, Eigen::all), part.train.y = draw.train.y(fold.outside);
    part.test.x = draw.train.x(fold.inside, Eigen::all), part.test.y = draw.train.y(fold.inside);
    DrawCache alone(part, tests::kAxes);
    held_out(fold.inside, Eigen::all) =
        class_scores(scores->learn(alone, alone.whole())->probability(0.5, {}));
  }
  const Matrix at_points = class_scores(scores->learn(cache, cache.whole())->probability(0.5, {}));
  const Estimate known = VectorScaling().probability(at_points, held_out, class_numbers(draw.train.y, 3));
  CHECK(tests::largest_difference(estimate.probability, known.probability) < 1e-8);
  CHECK(estimate.summary.status == Status::ok);
  CHECK(estimate.summary.fits == 1 + 3 * 5);
}

TEST_CASE("calibrated classes: of two classes the scores are those of one machine",
          "[class_calibration][degenerate]") {
  const Draw draw = tests::cloud_draw(60, 2, 5);
  DrawCache cache(draw, tests::kAxes);
  const Probabilities own = MarginLearner(machine_of_classes, std::make_shared<SoftmaxScaling>())
                                .learn(cache, cache.whole())
                                ->probability(0.5, {})
                                .probability;
  const Estimate scores = scores_of_machines()->learn(cache, cache.whole())->probability(0.5, {});
  CHECK((scores.probability.positive() - own.positive()).cwiseAbs().maxCoeff() < 1e-15);
  for (const Estimate& estimate :
       {calibrated_draw<TemperatureScaling>(draw, 5), calibrated_draw<VectorScaling>(draw, 5),
        calibrated_draw<DirichletCalibration>(draw, 0)}) {
    CHECK(estimate.summary.status == Status::ok);
    CHECK(estimate.probability.classes() == 2);
  }
}
