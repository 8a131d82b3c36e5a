#include "core/tuning/prior_step.hpp"

#include "core/contract.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

const Classifier gaussian{Hinge{}, {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1}};

std::unique_ptr<Learner> svm(const Classifier& classifier) {
  return std::make_unique<MarginLearner>(classifier, std::make_shared<ClippedScaling>());
}

/// Fold `which` of three of 90 points.
Draw fold(int which) {
  const auto whole = std::make_shared<const Sample>(tests::example1(90, 12));
  std::vector<Eigen::Index> in, out;
  for (Eigen::Index i = 0; i < 90; ++i) (i % 3 == which ? out : in).push_back(i);
  Draw draw{{whole->x(in, Eigen::all), whole->y(in), {}}, {}, {whole->x(out, Eigen::all), whole->y(out), {}}};
  draw.whole = whole;
  return draw;
}

PriorStep choice() {
  PriorStep step;
  step.validation.lambdas = {0.1, 1, 10};
  step.validation.folds = 5;
  step.validation.assignment = FoldAssignment::stratified;
  step.validation.of = CrossValidation::Of::error;
  step.validation.ties = CrossValidation::Ties::smaller_lambda;
  step.sigmas = {0.3, 3};
  return step;
}

StreamAxes axes(const std::string& data, int replicate) {
  return {7, data, replicate};
}

} // namespace

TEST_CASE("a prior step chooses the same parameters in every fold", "[tuning]") {
  const PriorStep step = choice();
  DrawCache first(fold(0), axes("folds", 0)), second(fold(1), axes("folds", 1));
  const Tuned one = step.choose(*svm(gaussian), first), two = step.choose(*svm(gaussian), second);
  CHECK(one.lambda == two.lambda);
  CHECK(one.sigma == two.sigma);
  CHECK(one.values == two.values);
  CHECK(one.values.size() == 6);
  CHECK(one.terms.at("sigma").size() == 6);
}

TEST_CASE("a prior step takes the least error of all that it has looked at", // its ties: choices_test.cpp
          "[tuning][oracle]") {
  DrawCache cache(fold(0), axes("order", 0));
  const Tuned tuned = choice().choose(*svm(gaussian), cache);
  const auto& sigmas = tuned.terms.at("sigma");
  std::size_t best = 0;
  for (std::size_t k = 1; k < tuned.values.size(); ++k) {
    const auto rank = [&](std::size_t i) {
      return std::tuple(tuned.values[i], tuned.lambdas[i], -sigmas[i]);
    };
    if (rank(k) < rank(best)) best = k;
  }
  CHECK(tuned.value == tuned.values[best]);
  CHECK(tuned.lambda == tuned.lambdas[best]);
  CHECK(tuned.sigma == sigmas[best]);
  for (const double value : tuned.values) CHECK(value * 90 == Approx(std::round(value * 90)));
}

TEST_CASE("a linear kernel has its own grid and no bandwidth", "[tuning]") {
  PriorStep step = choice();
  step.linear_lambdas = {2, 20};
  DrawCache cache(fold(0), axes("linear", 0));
  const Tuned tuned = step.choose(*svm(Classifier{}), cache);
  CHECK(tuned.lambdas == std::vector<double>{2, 20});
  CHECK_FALSE(tuned.sigma);
}

TEST_CASE("the estimator uses the chosen bandwidth", "[tuning]") {
  DrawCache cache(fold(0), axes("bandwidth", 0));
  PriorStep step = choice();
  const Tuned tuned = step.choose(KernelLogistic(gaussian), cache);
  const TunedEstimator estimator(std::make_unique<KernelLogistic>(gaussian),
                                 std::make_unique<PriorStep>(step));
  const Estimate estimate = estimator.estimate(cache);
  CHECK(estimate.facts.at("sigma") == tuned.sigma.value());
  CHECK(estimate.facts.at("lambda") == tuned.lambda);
  CHECK(estimate.summary.status == Status::ok);
}

TEST_CASE("a prior step looks at no more rows than it is given", "[tuning]") {
  PriorStep step = choice();
  step.sample_size = 30;
  DrawCache cache(fold(0), axes("rows", 0));
  for (const double value : step.choose(*svm(gaussian), cache).values)
    CHECK(value * 30 == Approx(std::round(value * 30)));
}

TEST_CASE("a prior step without folds that follow is refused", "[tuning][degenerate]") {
  Draw draw = fold(0);
  draw.whole = nullptr;
  DrawCache cache(std::move(draw), axes("none", 0));
  CHECK_THROWS_AS(choice().choose(*svm(gaussian), cache), UserError);
}

TEST_CASE("a prior step finds the same in any order of its pieces", "[tuning]") {
  PriorStep step = choice();
  DrawCache one(fold(0), axes("order", 0)), other(fold(0), axes("order", 0));
  const Tuned forwards = step.choose(*svm(gaussian), one);
  int pieces = 0;
  step.each = [&](std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = count; i-- > 0;) work(i);
    pieces += static_cast<int>(count);
  };
  const Tuned backwards = step.choose(*svm(gaussian), other);
  CHECK(pieces == 2 + 2 * 5); // bandwidths, and the folds of each
  CHECK(backwards.lambda == forwards.lambda);
  CHECK(backwards.sigma == forwards.sigma);
  CHECK(backwards.values == forwards.values);
  CHECK(backwards.terms == forwards.terms);
  CHECK(backwards.summary.worst_relative_gap == forwards.summary.worst_relative_gap);
}
