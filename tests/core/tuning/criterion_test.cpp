#include "core/tuning/criterion.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "core/tuning/lambda_grid.hpp"
#include "core/tuning/perturbation_criterion.hpp"
#include "core/tuning/threshold.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using core::lambda_grid;
using core::Spacing;

// A learner that looks at nothing but lambda and says q = 1 / (1 + lambda) everywhere: then every criterion's
// curve is known, the cross-entropy of a share of positive labels and q.
namespace {

double q_at(double lambda) {
  return 1 / (1 + lambda);
}

double cross_entropy(double share, double q) {
  return -(share * std::log(q) + (1 - share) * std::log(1 - q));
}

class Constant final : public Learned {
 public:
  explicit Constant(const Draw& draw, double sigma = 1) : draw_(draw), sigma_(sigma) {}
  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Sample& part = points.part == Points::Part::test   ? draw_.test
                         : points.part == Points::Part::tune ? draw_.tune
                                                             : draw_.train;
    const auto size = points.rows ? static_cast<Eigen::Index>(points.rows->size()) : part.size();
    std::vector<Estimate> out;
    for (const double lambda : lambdas) out.push_back({Vector::Constant(size, q_at(lambda / sigma_)), {}});
    return out;
  }

 private:
  const Draw& draw_;
  double sigma_;
};

struct ConstantLearner final : Learner {
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample&) const override {
    return std::make_unique<Constant>(cache.draw());
  }
};

/// n points of which the first `positive` are of class +1.
Sample sample(Eigen::Index n, Eigen::Index positive) {
  Sample out{Matrix::Ones(n, 1), Labels::Constant(n, -1), Vector::Constant(n, 0.3)};
  out.y.head(positive).setOnes();
  return out;
}

/// Positive shares: 0.6 of the training sample, 0.25 of the tuning sample; the true p of the test sample is
/// 0.3.
DrawCache& cache() {
  static DrawCache cache(Draw{sample(10, 6), sample(8, 2), sample(5, 2)}, StreamAxes{});
  return cache;
}

const std::vector<double> unsorted{4, 0.25, 1, 2};

void check_curve(const Tuned& tuned, double share) {
  CHECK(tuned.lambdas == std::vector<double>{0.25, 1, 2, 4});
  REQUIRE(tuned.values.size() == 4);
  double lowest = tuned.values[0];
  for (std::size_t k = 0; k < 4; ++k) {
    CAPTURE(k);
    CHECK(tuned.values[k] == Approx(cross_entropy(share, q_at(tuned.lambdas[k]))).epsilon(1e-14));
    lowest = std::min(lowest, tuned.values[k]);
    if (tuned.lambdas[k] == tuned.lambda) CHECK(tuned.values[k] == tuned.value);
  }
  CHECK(tuned.value == lowest);
  CHECK(tuned.terms.empty());
}

template <class Criterion>
Tuned chosen() {
  Criterion criterion;
  criterion.lambdas = unsorted;
  return criterion.choose(ConstantLearner(), cache());
}

} // namespace

TEST_CASE("every criterion keeps its whole curve, lambda ascending whatever the order of the grid",
          "[tuning][curve][manufactured]") {
  check_curve(chosen<CrossValidation>(), 0.6);
  check_curve(chosen<TrainingLoss>(), 0.6);
  check_curve(chosen<TuningSet>(), 0.25);
  check_curve(chosen<Oracle>(), 0.3);
}

namespace {

/// Says 1 / (1 + lambda / sigma), of a bandwidth that is chosen.
struct ScaledLearner final : Learner {
  double sigma = 1;
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample&) const override {
    return std::make_unique<Constant>(cache.draw(), sigma);
  }
  std::unique_ptr<Learner> at_bandwidth(double bandwidth) const override {
    auto out = std::make_unique<ScaledLearner>();
    out->sigma = bandwidth;
    return out;
  }
};

} // namespace

TEST_CASE("a tuning sample chooses among bandwidths as it does among lambdas", "[tuning][manufactured]") {
  TuningSet criterion;
  criterion.lambdas = {1, 2};
  criterion.sigmas = {1, 0.6, 0.1, 2.0 / 3};
  const Tuned tuned =
      criterion.choose(ScaledLearner(), cache()); // a share of 1/4: lambda / sigma = 3 is best
  CHECK(tuned.sigma == 2.0 / 3);
  CHECK(tuned.lambda == 2);
  CHECK(tuned.value == Approx(cross_entropy(0.25, 0.25)));
}

namespace {

/// The same, saying that a bandwidth only divides lambda.
struct FactorLearner final : Learner {
  ScaledLearner own;
  mutable int learned = 0;
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override {
    ++learned;
    return own.learn(cache, resample);
  }
  std::unique_ptr<Learner> at_bandwidth(double bandwidth) const override {
    return own.at_bandwidth(bandwidth);
  }
  std::optional<double> lambda_factor(double bandwidth) const override { return 1 / bandwidth; }
};

} // namespace

TEST_CASE("bandwidths that only multiply lambda are chosen as they are one by one, from one curve",
          "[tuning][oracle]") {
  for (const std::vector<double>& sigmas :
       std::vector<std::vector<double>>{{1, 0.6, 0.1, 2.0 / 3}, {2, 4, 2}}) {
    TuningSet criterion;
    criterion.lambdas = {2, 1, 5};
    criterion.sigmas = sigmas;
    const FactorLearner learner;
    const Tuned one = criterion.choose(learner, cache()), known = criterion.choose(ScaledLearner(), cache());
    CHECK(learner.learned == 1);
    CHECK(one.sigma == known.sigma);
    CHECK(one.lambda == known.lambda);
    CHECK(one.lambdas == known.lambdas);
    CHECK(one.summary.fits == known.summary.fits);
    for (std::size_t k = 0; k < known.values.size(); ++k) CHECK(one.values[k] == Approx(known.values[k]));
  }
}

TEST_CASE("lambdas that count rows are so many times the number of training rows", "[tuning][manufactured]") {
  TuningSet criterion;
  criterion.lambdas = {0.1, 0.3, 0.5};
  criterion.unit = TuningSet::LambdaUnit::rows;
  const Tuned tuned = criterion.choose(ConstantLearner(), cache());
  CHECK(tuned.lambda == Approx(3));
  CHECK(tuned.lambdas.back() == Approx(5));
}

TEST_CASE("the oracle's loss is the one asked for, of the test labels where it is not GKL",
          "[tuning][curve][manufactured]") {
  Oracle of_labels;
  of_labels.lambdas = unsorted;
  of_labels.of = Oracle::Of::cre;
  check_curve(of_labels.choose(ConstantLearner(), cache()), 0.4); // 2 of 5 test points; their true p is .3
  Oracle of_errors = of_labels;
  of_errors.of = Oracle::Of::test_error;
  const Tuned decided = of_errors.choose(ConstantLearner(), cache());
  CHECK(decided.values == std::vector<double>{0.6, 0.5, 0.4, 0.4}); // q = .8, .5, .33, .2
  CHECK(decided.lambda == 4);
  DrawCache unknown(Draw{sample(10, 6), {}, {Matrix::Ones(5, 1), Labels::Ones(5), {}}}, StreamAxes{});
  CHECK_NOTHROW(of_errors.choose(ConstantLearner(), unknown));
  of_errors.of = Oracle::Of::gkl;
  CHECK_THROWS_WITH(of_errors.choose(ConstantLearner(), unknown), Catch::Contains("Write of: cre."));
}

TEST_CASE("the curve of the perturbation criterion is the sum of its three terms",
          "[tuning][curve][manufactured]") {
  const Tuned tuned = chosen<Perturbation>();
  CHECK(tuned.lambdas == std::vector<double>{0.25, 1, 2, 4});
  REQUIRE(tuned.terms.size() == 3);
  for (std::size_t k = 0; k < 4; ++k) {
    CAPTURE(k);
    const double empirical = tuned.terms.at("empirical").at(k);
    CHECK(empirical == Approx(cross_entropy(0.6, q_at(tuned.lambdas[k]))).epsilon(1e-14));
    CHECK(tuned.values.at(k) ==
          empirical + tuned.terms.at("covariance").at(k) + tuned.terms.at("correction").at(k));
    CHECK(tuned.value <= tuned.values[k]);
    if (tuned.lambdas[k] == tuned.lambda) CHECK(tuned.values[k] == tuned.value);
  }
}

namespace {

/// Says q = 1 / (2 + slope * lambda) everywhere: with a slope as small as rounding, all lambdas tie.
struct Indifferent final : Learner {
  double slope = 0;
  explicit Indifferent(double of) : slope(of) {}

  struct Almost final : Learned {
    double slope;
    Constant inner;
    Almost(double of, const Draw& draw) : slope(of), inner(draw) {}
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
      std::vector<double> moved;
      for (const double lambda : lambdas) moved.push_back(1 + slope * lambda);
      return inner.curve(moved, points);
    }
  };
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample&) const override {
    return std::make_unique<Almost>(slope, cache.draw());
  }
};

template <class Criterion>
double lambda_of(double slope) {
  Criterion criterion;
  criterion.lambdas = unsorted;
  return criterion.choose(Indifferent(slope), cache()).lambda;
}

/// The lambdas that the criteria choose where q hardly depends on it.
std::vector<double> lambdas_of(double slope) {
  return {lambda_of<CrossValidation>(slope), lambda_of<TrainingLoss>(slope), lambda_of<TuningSet>(slope),
          lambda_of<Oracle>(slope), lambda_of<Perturbation>(slope)};
}

} // namespace

TEST_CASE("ties go to the larger lambda under every criterion, also where the last bits tell them apart",
          "[tuning][degenerate]") {
  const std::vector<double> largest(5, 4);
  CHECK(lambdas_of(0) == largest);
  for (const double slope : {1e-15, -1e-15, 1e-12, -1e-12, 1e-10, -1e-10}) {
    CAPTURE(slope);
    CHECK(lambdas_of(slope) == largest);
  }
}

TEST_CASE("what is no tie goes to the least value, however near the next one is", "[tuning][degenerate]") {
  // The loss rises with s where more than a half of the labels are positive (.6), and falls where fewer are.
  for (const double slope : {1e-6, -1e-6}) {
    CAPTURE(slope);
    CHECK(lambda_of<TrainingLoss>(slope) == (slope > 0 ? 0.25 : 4));
    CHECK(lambda_of<TuningSet>(slope) == (slope > 0 ? 4 : 0.25));
  }
}

TEST_CASE("of a curve the last value level with the least is chosen, and what is no number only where all is",
          "[tuning][degenerate]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(last_of_the_least({0.3, 0.2, 0.2 + 1e-10, 0.4}) == 2);
  CHECK(last_of_the_least({0.3, 0.2, 0.2 + 1e-8, 0.4}) == 1);
  CHECK(last_of_the_least({-0.3, -0.3 + 1e-10, -0.2}) == 1);
  CHECK(last_of_the_least({0, 0, 1e-300}) == 1);
  CHECK(last_of_the_least({nan, 0.2, nan, infinity}) == 1);
  CHECK(last_of_the_least({infinity, infinity}) == 1);
  CHECK(last_of_the_least({-infinity, 0.2, infinity}) == 0);
  CHECK(last_of_the_least({infinity, nan}) == 0);
  CHECK(last_of_the_least({nan, nan}) == 1);
}

TEST_CASE("a curve without a number settles at its largest lambda, with an infinite value",
          "[tuning][degenerate]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Tuned curve;
  curve.lambdas = {0.25, 1, 4};
  curve.values = {nan, nan, nan};
  CHECK(settle(curve) == 2);
  CHECK(curve.lambda == 4);
  CHECK(curve.value == infinity);
  curve.values = {nan, 0.2, nan};
  CHECK(settle(curve) == 1);
  CHECK(curve.lambda == 1);
  CHECK(curve.value == 0.2);
}

TEST_CASE("an estimate carries the curve of the criterion that chose its lambda, and none of a fixed one",
          "[tuning][curve]") {
  const auto estimate = [](auto criterion) {
    return TunedEstimator(std::make_unique<ConstantLearner>(),
                          std::make_unique<decltype(criterion)>(std::move(criterion)))
        .estimate(cache());
  };
  CHECK(estimate(FixedLambda()).series.empty());
  TuningSet tuning_set;
  tuning_set.lambdas = unsorted;
  const Estimate tuned = estimate(tuning_set);
  REQUIRE(tuned.series.size() == 2);
  CHECK(tuned.series.at("criterion.lambda") == std::vector<double>{0.25, 1, 2, 4});
  CHECK(tuned.series.at("criterion.value").at(0) == Approx(cross_entropy(0.25, q_at(0.25))));
  Perturbation perturbation;
  perturbation.lambdas = unsorted;
  const Estimate perturbed = estimate(perturbation);
  CHECK(perturbed.series.size() == 5);
  for (const char* name : {"lambda", "value", "empirical", "covariance", "correction"})
    CHECK(perturbed.series.at(std::string("criterion.") + name).size() == 4);
}

namespace {

std::string printed(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) {
    if (!out.empty()) out += ' ';
    out += core::shortest(value);
  }
  return out;
}

} // namespace

TEST_CASE("lambda grid: the paper's linear grid from 1e-3 to 1e3 has 60 values, ten in each decade",
          "[tuning]") {
  const auto values = lambda_grid({0.001, 1000, 10, Spacing::linear});
  REQUIRE(values.size() == 60);
  CHECK(values.front() == 0.0019);
  CHECK(values.back() == 1000.0);
  CHECK(printed({values.begin() + 20, values.begin() + 30}) ==
        "0.19 0.28 0.37 0.46 0.55 0.64 0.73 0.82 0.91 1");
  CHECK(printed({values.begin() + 40, values.begin() + 50}) == "19 28 37 46 55 64 73 82 91 100");
}

TEST_CASE("lambda grid: linear values are the doubles their decimals read as, not drifted ones", "[tuning]") {
  const auto values = lambda_grid({0.001, 1000, 10, Spacing::linear});
  std::size_t at = 0;
  for (int j = -3; j < 3; ++j)
    for (int k = 1; k <= 10; ++k) {
      const double literal = std::stod(std::to_string(10 + 9 * k) + "e" + std::to_string(j - 1));
      CHECK(values[at++] == literal);
    }
}

TEST_CASE("lambda grid: a logarithmic grid has both ends and hits every power of ten exactly", "[tuning]") {
  CHECK(printed(lambda_grid({0.001, 1000, 1, Spacing::log})) == "0.001 0.01 0.1 1 10 100 1000");
  const auto values = lambda_grid({1e-5, 1e5, 4, Spacing::log});
  REQUIRE(values.size() == 41);
  for (int j = -5; j <= 5; ++j) CHECK(values[4 * (j + 5)] == std::stod("1e" + std::to_string(j)));
  CHECK(values[21] == Approx(std::pow(10.0, 0.25)).epsilon(1e-15));
}

TEST_CASE("lambda grid: decades apart from any start the values repeat with their point moved", "[tuning]") {
  CHECK(printed(lambda_grid({0.3, 300, 1, Spacing::log})) == "0.3 3 30 300");
  CHECK(printed(lambda_grid({0.7, 70, 1, Spacing::log})) == "0.7 7 70");
}

TEST_CASE(
    "lambda grid: ends that are no whole decades apart are both met, in equal ratios of at most the step",
    "[tuning]") {
  const auto values = lambda_grid({0.5, 20, 3, Spacing::log});
  CHECK(values.front() == 0.5);
  CHECK(values.back() == 20.0);
  REQUIRE(values.size() == 6); // log10(40) * 3 = 4.8, five steps
  const double ratio = std::pow(40.0, 0.2);
  CHECK(ratio <= std::pow(10.0, 1.0 / 3));
  for (std::size_t i = 1; i < values.size(); ++i)
    CHECK(values[i] / values[i - 1] == Approx(ratio).epsilon(1e-13));
}

TEST_CASE("lambda grid: every grid increases strictly", "[tuning]") {
  for (const Spacing spacing : {Spacing::linear, Spacing::log})
    for (const int per_decade : {1, 2, 3, 7, 10, 97}) {
      CAPTURE(per_decade);
      const auto values = lambda_grid({1e-4, 1e2, per_decade, spacing});
      for (std::size_t i = 1; i < values.size(); ++i) REQUIRE(values[i - 1] < values[i]);
    }
}

TEST_CASE("lambda grid: impossible ranges are refused with the reason", "[tuning]") {
  CHECK_THROWS_WITH(lambda_grid({0.002, 1000, 10, Spacing::linear}),
                    "'from' of a linear range is 0.002, which is no power of ten. Write 0.001, 1 or 1000.");
  CHECK_THROWS_WITH(lambda_grid({1, 50, 10, Spacing::linear}), Catch::Contains("'to' of a linear range"));
  CHECK_THROWS_WITH(lambda_grid({10, 1}), "'from' is 10 and 'to' is 1. Write the smaller one as 'from'.");
  CHECK_THROWS_AS(lambda_grid({1, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({0, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({-1, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({1, 10, 0}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({1, INFINITY}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({NAN, 1}), core::UserError);
  CHECK_THROWS_WITH(lambda_grid({1e-20, 1e20, 1000}), Catch::Contains("10000 are the most"));
  CHECK_THROWS_WITH(lambda_grid({1e-300, 1e300, 1000}), Catch::Contains("10000 are the most"));
}

namespace {

Vector scores(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

} // namespace

TEST_CASE("threshold: costs are the shares of the classes, so that refusing all and taking all cost the same",
          "[threshold][manufactured]") {
  const Labels y = scores({1, -1, -1, -1});
  const ErrorCosts costs(y);
  CHECK(costs.share() == 0.25);
  CHECK(costs.log_odds() == Approx(std::log(1.0 / 3)));
  const Vector score = scores({0.5, 0.1, 0.2, 0.3});
  CHECK(doubled_cost(score, y, 10, costs) == 2 * 3);
  CHECK(doubled_cost(score, y, -10, costs) == 2 * 3);
  CHECK(doubled_cost(score, y, 0.4, costs) == 0);
  CHECK(doubled_cost(score, y, 0.5, costs) == 3);
}

TEST_CASE("threshold: it is the point of the best gap nearest to the anchor, clear of the scores",
          "[threshold][manufactured]") {
  const Labels y = scores({1, -1, -1, -1});
  const Vector score = scores({0.5, 0.1, 0.2, 0.3});
  CHECK(best_threshold(score, y, ErrorCosts(y), 0.41).value == 0.41);
  CHECK(best_threshold(score, y, ErrorCosts(y), 2).value == Approx(0.498));
  CHECK(best_threshold(score, y, ErrorCosts(y), -2).value == Approx(0.302));
  CHECK(best_threshold(score, y, ErrorCosts(y), 0.41).loss == 0);
}

TEST_CASE("threshold: no place of a fine grid costs less", "[threshold][oracle]") {
  tests::Dice dice(7);
  for (int trial = 0; trial < 20; ++trial) {
    Vector score(60);
    Labels y(60);
    for (Eigen::Index i = 0; i < 60; ++i) {
      y(i) = dice.uniform() < 0.25 ? 1 : -1;
      score(i) = std::round(4 * (dice.normal() + y(i))) / 4;
    }
    y.head(2) << 1, -1;
    const ErrorCosts costs(y);
    const Threshold best = best_threshold(score, y, costs, costs.log_odds());
    const double n = 60;
    CHECK(best.loss * n * n * 2 == Approx(static_cast<double>(doubled_cost(score, y, best.value, costs))));
    double nearest = infinity;
    for (double place = -8.0625; place < 8; place += 0.125) {
      const double loss = static_cast<double>(doubled_cost(score, y, place, costs)) / (2 * n * n);
      CHECK(loss >= best.loss - 1e-12);
      if (loss <= best.loss + 1e-12) nearest = std::min(nearest, std::abs(place - costs.log_odds()));
    }
    CHECK(std::abs(best.value - costs.log_odds()) <= nearest + 0.13);
    CHECK(best_threshold(score, y, costs, ThresholdGrid{costs.log_odds()}).loss >= best.loss - 1e-12);
  }
}

TEST_CASE("threshold: scores that a solver cannot tell apart are one score", "[threshold][degenerate]") {
  // A thousand negatives and thirty positives pile up at -1 but for rounding, the positives a little higher.
  Vector score(1100);
  Labels y = Labels::Constant(1100, -1);
  for (Eigen::Index i = 0; i < 1100; ++i) score(i) = i < 1070 ? -1 + 1e-10 * static_cast<double>(i % 7) : 0.5;
  y.head(30).setConstant(1);
  score.head(30).array() += 1e-9;
  y.tail(20).setConstant(1);
  const ErrorCosts costs(y);
  const Threshold best = best_threshold(score, y, costs, -0.2);
  CHECK(best.value == -0.2);
  CHECK(best.loss == Approx((30 * 1050.0 + 10 * 50.0 + 0) / 1100 / 1100));
}

TEST_CASE(
    "threshold: where deciding all alike is best it lies beside all scores, at the anchor where that is",
    "[threshold][degenerate]") {
  const Labels y = scores({1, -1});
  CHECK(best_threshold(scores({1, 1}), y, ErrorCosts(y), 3).value == 3);
  CHECK(best_threshold(scores({1, 1}), y, ErrorCosts(y), -3).value == -3);
  const Threshold wrong = best_threshold(scores({-1, 1}), y, ErrorCosts(y), 0);
  CHECK(wrong.loss == Approx(0.25));
  CHECK(std::abs(wrong.value) > 1);
}
