#include <cmath>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/decision/decision_comparison.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/nearest_neighbours.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/sparse/elastic_net.hpp"
#include "core/random/folds.hpp"
#include "core/random/stream.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/core/solver/psi/psi_cases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Part = Points::Part;
using core::Matrix;
using core::NearestNeighbours;
using core::Vector;

namespace {

constexpr double lambda = 0.5;

DrawCache& cache() {
  static DrawCache cache(Draw{tests::example1(30, 5), {}, tests::example1(20, 6)}, StreamAxes{});
  return cache;
}

/// The unweighted fit at lambda of some training points, written out: decision values at all of them [30].
Vector unweighted(const std::vector<Eigen::Index>& rows, const Labels& y) {
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(cache().draw().train.x);
  const Matrix inside = gram(rows, rows);
  return solve(weighted_dual(inside, y, 0.5, lambda / 2)).decision(gram(Eigen::all, rows));
}

std::unique_ptr<Learned> platt(std::int64_t folds, const Resample& resample) {
  auto calibration = std::make_unique<PlattCalibration>();
  calibration->folds = folds;
  static std::vector<std::unique_ptr<MarginLearner>> kept; // a Learned refers to its learner
  kept.push_back(std::make_unique<MarginLearner>(Classifier{}, std::move(calibration)));
  return kept.back()->learn(cache(), resample);
}

double difference(const Vector& s, const Vector& t) {
  return (s - t).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("Platt's sigmoid is fitted to the training decision values", "[platt][oracle]") {
  const Resample& whole = cache().whole();
  const Vector f = unweighted(whole.rows, whole.y);
  const PlattSigmoid sigmoid = fit_platt(f, whole.y);
  CHECK(difference(platt(0, whole)->probability(lambda, {Part::train}).probability.positive(),
                   sigmoid.probability(f)) < 1e-6);
}

TEST_CASE("a bandwidth outside of the exponential only multiplies lambda, and another one does not",
          "[kernel][oracle]") {
  const auto learner = [](double sigma, Kernel::Width width) {
    Classifier classifier;
    classifier.kernel = {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::median, sigma, width};
    return std::make_unique<MarginLearner>(classifier, std::make_shared<PlattCalibration>());
  };
  const auto p = [](const Learner& of, double at) {
    return of.learn(cache(), cache().whole())->probability(at, {Part::test}).probability.positive();
  };
  const auto one = learner(0.7, Kernel::Width::outside);
  for (const double sigma : {0.25, 0.7, 1.5}) {
    const double factor = one->lambda_factor(sigma).value();
    CHECK(difference(p(*one->at_bandwidth(sigma), lambda), p(*one, lambda * factor)) < 1e-9);
  }
  CHECK_FALSE(learner(0.7, Kernel::Width::twice)->lambda_factor(0.25));
  CHECK_FALSE(learner(0.7, Kernel::Width::inside)->lambda_factor(0.25));
  CHECK_FALSE(MarginLearner(Classifier{}, std::make_shared<PlattCalibration>()).lambda_factor(0.25));
}

TEST_CASE("cross-validated decision values come from fits that did not see the point", "[platt][oracle]") {
  const Resample& whole = cache().whole();
  Vector held_out(30);
  Stream stream = cache().axes().stream("held out=4");
  for (const Division& fold : stratified_divisions(whole.y, 4, stream)) {
    const Vector f = unweighted(fold.outside, whole.y(fold.outside));
    held_out(fold.inside) = f(fold.inside);
  }
  const PlattSigmoid sigmoid = fit_platt(held_out, whole.y);
  const Vector expected = sigmoid.probability(unweighted(whole.rows, whole.y));
  const Estimate estimate = platt(4, whole)->probability(lambda, {Part::train});
  CHECK(difference(estimate.probability.positive(), expected) < 1e-6);
  CHECK(estimate.summary.fits == 5);
  CHECK(difference(expected, platt(0, whole)->probability(lambda, {Part::train}).probability.positive()) >
        1e-3);
}

TEST_CASE("a curve's points are the estimates at each lambda alone, at rows and parts as asked",
          "[learner]") {
  const std::vector<Eigen::Index> some{7, 0, 7};
  for (const std::int64_t folds : {0, 3}) {
    const auto learned = platt(folds, cache().whole());
    for (const Part part : {Part::train, Part::test}) {
      const auto curve = learned->curve({2, 0.1, 30}, {part});
      CHECK(curve[1].probability.positive() == learned->probability(0.1, {part}).probability.positive());
      const Vector rows = learned->probability(0.1, {part, some}).probability.positive();
      CHECK(rows == curve[1].probability.positive()(some));
    }
  }
}

TEST_CASE("floor(sqrt n) intervals count the points of the resample, repeated ones too", "[bracket]") {
  BracketCalibration bracket;
  bracket.intervals = 0;
  CHECK(bracket.reads(100).weights.size() == 9);
  CHECK(bracket.reads(99).weights.size() == 8);
  CHECK(bracket.reads(3).weights == std::vector<double>{0.5});
}

TEST_CASE("the bracket warns where a class is rarer than an interval is wide, and says enough intervals",
          "[bracket][degenerate]") {
  const auto sample = [](int n, int positives) {
    Labels y = Labels::Constant(n, -1);
    y.head(positives).setOnes();
    return y;
  };
  BracketCalibration bracket;
  CHECK(bracket.warnings(sample(100, 5)).empty());
  CHECK(bracket.warnings(sample(100, 50)).empty());
  for (const Labels& y : {sample(100, 4), Labels(-sample(100, 4)), sample(1000, 5), sample(100, 1)}) {
    const auto warned = bracket.warnings(y);
    REQUIRE(warned.size() == 1);
    const auto at = warned.front().sentence.find("intervals=");
    REQUIRE(at != std::string::npos);
    BracketCalibration finer;
    finer.intervals = std::stoll(warned.front().sentence.substr(at + 10));
    CHECK(finer.warnings(y).empty());
  }
  CHECK_THAT(
      bracket.warnings(sample(1000, 5)).front().sentence,
      Catch::StartsWith("0.5 % of the training rows are of the rarer class, and the bracket gives that "
                        "class at least 2.5 %."));
  const MarginLearner learner(Classifier{}, std::make_shared<BracketCalibration>());
  CHECK(learner.warnings(sample(100, 1)).size() == 1);
}

namespace {

Draw draw() {
  return {tests::example1(30, 1), {}, tests::example1(20, 2)};
}

ElasticNet::Choice choice(const ElasticNetLoss& loss, Kernel::Shape shape) {
  return {{shape, KernelChoice::SigmaUnit::mean, 1}, Ridge::kernel, loss, 0.25};
}

} // namespace

TEST_CASE("elastic net learner: an estimate is the same bit for bit whatever grid it is asked with",
          "[elastic_net][manufactured]") {
  for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
    DrawCache cache(draw(), {});
    const ElasticNet learner(choice(Coherence::c(1, 1), shape));
    const double largest = learner.largest_lambda(cache, cache.whole());
    const auto together = learner.learn(cache, cache.whole());
    const auto curve = together->curve({0.02 * largest, 0.5 * largest, 0.001 * largest, 2 * largest}, {});
    const auto alone = learner.learn(cache, cache.whole())->probability(0.001 * largest, {});
    CHECK(curve[2].probability.positive() == alone.probability.positive());
    CHECK(curve[2].facts.at("nonzero") > 0);
    CHECK(curve[3].facts.at("nonzero") == 0);
    CHECK(curve[3].probability.positive().maxCoeff() == curve[3].probability.positive().minCoeff());
  }
}

TEST_CASE(
    "elastic net learner: the kernel's columns give the decision of the solver, and (10) its probability",
    "[elastic_net][manufactured]") {
  DrawCache cache(draw(), {});
  const Draw& parts = cache.draw();
  const Kernel kernel{Kernel::Shape::gaussian, mean_distance(parts.train.x)};
  const Coherence loss = Coherence::c(0.5, 1);
  const ElasticNet learner(choice(loss, Kernel::Shape::gaussian));
  const Estimate estimate = learner.learn(cache, cache.whole())->probability(0.01, {});
  const Matrix gram = kernel.gram(parts.train.x);
  const ElasticNetFit fit = ElasticNetPath({gram, parts.train.y, 0.25, Ridge::kernel}, loss).at(0.01);
  const Vector f = fit.decision(kernel.cross_gram(parts.test.x, parts.train.x));
  for (Eigen::Index i = 0; i < f.size(); ++i)
    CHECK(estimate.probability.log_odds()(i) == Approx(coherent_log_odds(loss, f(i))).margin(1e-6));
  CHECK(estimate.facts.at("sigma") == kernel.sigma);
  // The method's own loss is that of its decision values.
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) sum += loss.value(parts.test.y(i) * f(i));
  CHECK(learner.loss(estimate, parts.test.y) == Approx(sum).epsilon(1e-5));
}

TEST_CASE("elastic net learner: the huberised hinge gives a score and no probability",
          "[elastic_net][manufactured]") {
  DrawCache cache(draw(), {});
  const ElasticNet learner(choice(HuberisedHinge{2}, Kernel::Shape::linear));
  const Estimate estimate = learner.learn(cache, cache.whole())->probability(0.01, {});
  CHECK(estimate.probability.empty());
  CHECK(estimate.score.size() == 20);
}

TEST_CASE("elastic net learner: one class and omega 0 are answered", "[elastic_net][degenerate]") {
  DrawCache cache(draw(), {});
  const Resample ones{{0, 1, 2}, Labels::Ones(3)};
  const ElasticNet c(choice(Coherence::c(1, 1), Kernel::Shape::linear));
  const Estimate infinite = c.learn(cache, ones)->probability(0.1, {});
  CHECK(infinite.probability.positive().minCoeff() == 1);
  CHECK(infinite.summary.status == Status::not_converged);
  const ElasticNet h(choice(HuberisedHinge{2}, Kernel::Shape::linear));
  CHECK(h.learn(cache, ones)->probability(0.1, {}).score.minCoeff() == 1);
  const auto ridge = c.at_mixing(0);
  const Estimate none = ridge->learn(cache, cache.whole())->probability(0.1, {});
  CHECK(none.summary.status == Status::ok);
  CHECK(none.facts.at("nonzero") == 2);
}

TEST_CASE("elastic net learner: cross-validation walks the mixings and fractions of the largest gamma",
          "[elastic_net][tuning][manufactured]") {
  DrawCache cache(draw(), {});
  CrossValidation by;
  by.lambdas = {0.001, 0.01, 0.1, 1};
  by.omegas = {0.01, 0.5};
  by.unit = CrossValidation::LambdaUnit::largest;
  by.of = CrossValidation::Of::error;
  by.ties = CrossValidation::Ties::smallest_loss;
  by.assignment = FoldAssignment::stratified;
  const ElasticNet learner(choice(HuberisedHinge{2}, Kernel::Shape::gaussian));
  const Tuned tuned = by.choose(learner, cache);
  REQUIRE(tuned.omega.has_value());
  CHECK((*tuned.omega == 0.01 || *tuned.omega == 0.5));
  CHECK(tuned.lambdas.size() == 8);
  const double largest = learner.at_mixing(*tuned.omega)->largest_lambda(cache, cache.whole());
  CHECK(tuned.lambda <= largest * (1 + 1e-12));
}

namespace {

struct Data {
  Matrix x;
  Vector y;
};

Data noisy(int n, int p) {
  core::Stream stream("plr");
  Data out{Matrix(n, p), Vector(n)};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) out.x(i, j) = stream.normal();
    out.y(i) = stream.uniform() < 1 / (1 + std::exp(-1.5 * out.x(i, 0) + 0.5)) ? 1 : -1;
  }
  return out;
}

double criterion(const Data& data, double b0, const Vector& b, double lambda) {
  double sum = lambda * b.squaredNorm();
  for (Eigen::Index i = 0; i < data.y.size(); ++i) {
    sum += std::log1p(std::exp(-data.y(i) * (b0 + data.x.row(i).dot(b))));
  }
  return sum;
}

} // namespace

TEST_CASE("the gradient of stepPlr's criterion vanishes at the fit", "[plr][manufactured]") {
  const auto data = noisy(120, 3);
  const double lambda = GENERATE(1e-3, 0.1, 1.0, 100.0);
  const auto fit = core::fit_penalised_logistic(data.x, data.y, lambda);
  REQUIRE(fit.certificate.status == core::Status::ok);
  CHECK(fit.certificate.relative_gap() <= 1e-9);
  const double h = 1e-5;
  for (int j = -1; j < 3; ++j) {
    const auto at = [&](double d) {
      Vector b = fit.beta;
      if (j >= 0) b(j) += d;
      return criterion(data, fit.beta_0 + (j < 0 ? d : 0), b, lambda);
    };
    CHECK((at(h) - at(-h)) / (2 * h) == Approx(0).margin(1e-4));
  }
}

TEST_CASE("a large lambda leaves the intercept alone: the share of positives", "[plr]") {
  const auto data = noisy(80, 2);
  const auto fit = core::fit_penalised_logistic(data.x, data.y, 1e9);
  const double share = (data.y.array() > 0).count() / 80.0;
  CHECK(fit.probability(data.x).maxCoeff() == Approx(share).margin(1e-6));
}

TEST_CASE("constant and repeated columns are as good as one", "[plr][degenerate]") {
  const auto data = noisy(60, 1);
  Data twice{Matrix(60, 3), data.y};
  twice.x << data.x, data.x, Vector::Ones(60);
  const auto one = core::fit_penalised_logistic(data.x, data.y, 0.5);
  const auto two = core::fit_penalised_logistic(twice.x, twice.y, 1.0); // b/2 twice has half the penalty
  CHECK(two.certificate.status == core::Status::ok);
  CHECK((one.probability(data.x) - two.probability(twice.x)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("separable data with a penalty have a finite fit; one class is reported as not converged",
          "[plr][degenerate]") {
  Data data{Matrix(4, 1), Vector(4)};
  data.x << -2, -1, 1, 2;
  data.y << -1, -1, 1, 1;
  CHECK(core::fit_penalised_logistic(data.x, data.y, 0.01).certificate.status == core::Status::ok);
  data.y.setOnes();
  CHECK(std::isfinite(core::fit_penalised_logistic(data.x, data.y, 0.01).beta_0));
}

TEST_CASE("more inputs than points: the learner in the span of the points finds the fit of all inputs",
          "[plr][oracle]") {
  const auto data = noisy(20, 30);
  const auto fresh = noisy(7, 30);
  core::DrawCache cache(core::Draw{{data.x, data.y, {}}, {}, {fresh.x, fresh.y, {}}}, core::StreamAxes{});
  core::Resample resample{{}, data.y.head(15)};
  for (Eigen::Index i = 0; i < 15; ++i) resample.rows.push_back(i / 2); // eight points, all but one twice
  for (const double lambda : {0.01, 1.0}) {
    const auto ours =
        core::PenalisedLogistic{}.learn(cache, resample)->probability(lambda, {core::Points::Part::test});
    const auto plain = core::fit_penalised_logistic(data.x(resample.rows, Eigen::all), resample.y, lambda);
    CHECK(ours.summary.status == core::Status::ok);
    CHECK((ours.probability.positive() - plain.probability(fresh.x)).cwiseAbs().maxCoeff() < 1e-6);
  }
}

namespace {

/// Training points 0, 1, 2, 3, 10 on a line with labels + - + + -; one test point.
core::Estimate at(double x, std::int64_t k, const core::Vector& weights = {}) {
  core::Draw draw;
  draw.train = {core::Matrix(5, 1), core::Vector(5), {}};
  draw.train.x << 0, 1, 2, 3, 10;
  draw.train.y << 1, -1, 1, 1, -1;
  draw.train.weights = weights;
  draw.test = {core::Matrix::Constant(1, 1, x), core::Vector::Ones(1), {}};
  core::DrawCache cache(draw, {1, "line", 0});
  NearestNeighbours nn;
  nn.neighbours = k;
  return nn.estimate(cache);
}

} // namespace

TEST_CASE("nearest neighbours give the share of positives among the nearest k", "[nn][manufactured]") {
  CHECK(at(0.1, 1).probability.positive()(0) == 1);
  CHECK(at(0.9, 1).probability.positive()(0) == 0);
  CHECK(at(0.1, 2).probability.positive()(0) == 0.5);
  CHECK(at(2.2, 3).probability.positive()(0) == Approx(2.0 / 3));
  CHECK(at(2.2, 5).probability.positive()(0) == Approx(3.0 / 5));
}

TEST_CASE("all points as near as the k-th take part", "[nn][degenerate]") {
  CHECK(at(1.5, 1).probability.positive()(0) == 0.5); // 1 and 2 are equally near
}

TEST_CASE("more neighbours than points are refused with a sentence", "[nn][degenerate]") {
  CHECK_THROWS_AS(at(0, 6), core::UserError);
}

TEST_CASE("nearest neighbours: a point counts as often as its weight says", "[nn][weights][manufactured]") {
  const core::Vector w = (core::Vector(5) << 3, 1, 0.5, 2, 1).finished();
  CHECK(at(0.9, 2, w).probability.positive()(0) == 0.75); // the second and the first
  CHECK(at(0.1, 4, w).probability.positive()(0) == 0.75);
  CHECK(at(2.9, 2, w).probability.positive()(0) == 1);         // the fourth fills it
  CHECK(at(1.6, 1, w).probability.positive()(0) == 0.5 / 1.5); // half a point is not enough
  CHECK(at(0, 7, w).probability.positive()(0) == Approx(5.5 / 7.5));
  CHECK_THROWS_WITH(at(0, 8, w), Catch::Contains("count 7.5 times, fewer than neighbours=8"));
}

namespace {

const core::Classifier gaussian_classifier{.kernel = {.shape = core::Kernel::Shape::gaussian}};

/// The classes by turns, N(0, 1) and N(2, 1), with the true p.
core::Sample two_normals(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  core::Sample sample{core::Matrix(n, 1), core::Labels(n)};
  core::Vector truth(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? -1 : 1;
    sample.x(i, 0) = dice.normal() + 1 + sample.y(i);
    truth(i) = core::sigmoid(2 * sample.x(i, 0) - 2);
  }
  sample.truth = truth;
  return sample;
}

core::Estimate compared(const core::Sample& train, double lambda,
                        const core::Classifier& classifier = gaussian_classifier) {
  core::DrawCache cache({train, {}, train}, {1, "comparison", 0});
  return core::DecisionComparison(classifier, lambda).estimate(cache);
}

core::Vector column(const core::Estimate& estimate, const std::string& name) {
  const auto& values = estimate.series.at(name);
  return Eigen::Map<const core::Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

} // namespace

TEST_CASE("the machine's curve is LIBSVM's decision function at C = 1 / lambda",
          "[decision_comparison][oracle]") {
  const core::Sample train = two_normals(60, 3);
  for (const double lambda : {0.1, 1.0, 5.0}) {
    CAPTURE(lambda);
    const core::Estimate found = compared(train, lambda);
    const core::Kernel kernel = gaussian_classifier.kernel.on(train);
    const core::Matrix gram = kernel.gram(train.x);
    // LIBSVM's cost of either class is half of 1 / (lambda / 2).
    const tests::LibsvmFit svm = tests::fit_libsvm({gram, train.y, 0.5, lambda / 2});
    const core::Vector theirs =
        svm.decision(kernel.cross_gram(column(found, "curve.x"), train.x), lambda / 2);
    CHECK((column(found, "curve.svm") - theirs).cwiseAbs().maxCoeff() <= 5e-5);
    CHECK(found.summary.status == core::Status::ok);
    CHECK(found.summary.fits == 2);
  }
}

TEST_CASE("the probabilities are those of the method kernel_logistic, and the curve is their log odds",
          "[decision_comparison][oracle]") {
  const core::Sample train = two_normals(40, 4);
  const core::Vector grid = column(compared(train, 1), "curve.x");
  core::DrawCache cache({train, {}, {grid, core::Labels::Ones(grid.size()), {}}}, {1, "comparison", 0});
  const core::Estimate found = core::DecisionComparison(gaussian_classifier, 1).estimate(cache);
  const core::Estimate alone =
      core::KernelLogistic(gaussian_classifier).learn(cache, cache.whole())->probability(1, {});
  CHECK((found.probability.positive().array() == alone.probability.positive().array()).all());
  const core::Vector odds =
      (found.probability.positive().array() / (1 - found.probability.positive().array())).log();
  CHECK((odds - column(found, "curve.klr")).cwiseAbs().maxCoeff() <= 1e-9);
}

TEST_CASE("the true log odds are 2 x - 2 over the whole range; a sample that knows none has no such curve",
          "[decision_comparison][manufactured]") {
  core::Sample train = two_normals(50, 5);
  const core::Estimate found = compared(train, 1);
  const core::Vector x = column(found, "curve.x");
  CHECK(x.minCoeff() == train.x.minCoeff());
  CHECK(x.maxCoeff() == train.x.maxCoeff());
  CHECK((column(found, "curve.truth") - (2 * x.array() - 2).matrix()).cwiseAbs().maxCoeff() <= 1e-9);
  CHECK(column(found, "sample.x") == train.x.col(0));
  CHECK(column(found, "sample.label") == train.y);
  train.truth = {};
  CHECK_FALSE(compared(train, 1).series.contains("curve.truth"));
}

TEST_CASE("of a linear kernel both curves are straight: one border each, slope 1 outside the margins",
          "[decision_comparison][manufactured]") {
  const core::Estimate found = compared(two_normals(80, 6), 1, {});
  CHECK(found.facts.at("svm_crossings") == 1);
  CHECK(found.facts.at("klr_crossings") == 1);
  CHECK(found.facts.at("svm_outside_slope") == Approx(1));
  CHECK(found.facts.at("klr_outside_slope") == Approx(1));
}

TEST_CASE("exchanged labels turn both curves over and leave the facts", "[decision_comparison][degenerate]") {
  core::Sample train = two_normals(60, 7);
  const core::Estimate one = compared(train, 1);
  train.y *= -1;
  const core::Estimate other = compared(train, 1);
  CHECK((column(one, "curve.svm") + column(other, "curve.svm")).cwiseAbs().maxCoeff() <= 1e-6);
  CHECK((column(one, "curve.klr") + column(other, "curve.klr")).cwiseAbs().maxCoeff() <= 1e-6);
  for (const char* fact : {"svm_border", "klr_border", "svm_outside_slope", "klr_outside_slope"})
    CHECK(one.facts.at(fact) == Approx(other.facts.at(fact)));
}

TEST_CASE("one class has no border; it is said that the regression has no optimum",
          "[decision_comparison][degenerate]") {
  core::Sample train = two_normals(10, 8);
  train.y.setOnes();
  const core::Estimate found = compared(train, 1);
  CHECK(found.summary.status == core::Status::not_converged);
  CHECK(found.facts.at("svm_crossings") == 0);
  CHECK_FALSE(found.facts.contains("svm_border"));
  CHECK(found.probability.positive().minCoeff() == 1);
}

TEST_CASE("two inputs are refused, and so is psi-learning", "[decision_comparison][degenerate]") {
  CHECK_THROWS_WITH(compared(tests::example1(20, 1), 1), Catch::Contains("and there are 2"));
  CHECK_THROWS_AS(core::DecisionComparison({.loss = core::Psi{}}, 1), core::UserError);
}
