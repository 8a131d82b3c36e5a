#include <cmath>
#include <limits>

#include "core/tuning/criterion.hpp"
#include "core/tuning/perturbation_criterion.hpp"
#include "tests/support/catch.hpp"

using namespace core;

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
  explicit Constant(const Draw& draw) : draw_(draw) {}
  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Sample& part = points.part == Points::Part::test   ? draw_.test
                         : points.part == Points::Part::tune ? draw_.tune
                                                             : draw_.train;
    const auto size = points.rows ? static_cast<Eigen::Index>(points.rows->size()) : part.size();
    std::vector<Estimate> out;
    for (const double lambda : lambdas) out.push_back({Vector::Constant(size, q_at(lambda)), {}});
    return out;
  }

 private:
  const Draw& draw_;
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
  CHECK_THROWS_WITH(of_errors.choose(ConstantLearner(), unknown), Catch::Contains("write of: cre"));
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
