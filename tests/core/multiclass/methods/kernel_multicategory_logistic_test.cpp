#include "core/multiclass/methods/kernel_multicategory_logistic.hpp"

#include "core/probability/kernel_logistic.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/multiclass_draws.hpp"

using namespace core;

namespace {

const KernelChoice gaussian_kernel{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::median, 0.8};

} // namespace

TEST_CASE("kernel multicategory logistic regression: of two classes is kernel logistic regression",
          "[multiclass][oracle]") {
  for (const KernelChoice& kernel : {gaussian_kernel, KernelChoice{}}) {
    DrawCache cache(tests::cloud_draw(60, 2, 5), tests::kAxes);
    const auto ours = KernelMulticategoryLogistic(kernel).learn(cache, cache.whole());
    const auto known = KernelLogistic(kernel).learn(cache, cache.whole());
    for (const auto part : {Points::Part::test, Points::Part::train}) {
      for (const double lambda : {0.01, 1.0, 30.0}) {
        CAPTURE(lambda);
        const Estimate estimate = ours->probability(lambda, {part});
        CHECK(estimate.summary.status == Status::ok);
        CHECK(tests::largest_difference(estimate.probability,
                                        known->probability(lambda, {part}).probability) < 1e-4);
      }
    }
  }
}

TEST_CASE(
    "kernel multicategory logistic regression: a lambda's answer does not depend on the grid it stands in",
    "[multiclass][reproducibility]") {
  DrawCache cache(tests::cloud_draw(50, 3, 1), tests::kAxes);
  const auto learned = KernelMulticategoryLogistic(gaussian_kernel).learn(cache, cache.whole());
  const auto curve = learned->curve({10, 0.1, 1}, {Points::Part::test});
  const auto alone = KernelMulticategoryLogistic(gaussian_kernel).learn(cache, cache.whole());
  CHECK(tests::largest_difference(curve[1].probability, alone->probability(0.1, {}).probability) == 0);
  const Points some{Points::Part::test, std::vector<Eigen::Index>{7, 3}};
  const Matrix two = alone->probability(1, some).probability.matrix();
  CHECK((two.row(0) - curve[2].probability.matrix().row(7)).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(curve[1].facts.at("rank") <= 50);
  CHECK(curve[1].facts.at("sigma") > 0);
}

TEST_CASE("kernel multicategory logistic regression: repeated rows and absent classes",
          "[multiclass][degenerate]") {
  DrawCache cache(tests::cloud_draw(40, 3, 6), tests::kAxes);
  const Labels& y = cache.draw().train.y;
  Resample twice, without_one;
  std::vector<double> labels, others;
  for (Eigen::Index i = 0; i < 40; ++i) {
    for (int time = 0; time < 2; ++time) twice.rows.push_back(i), labels.push_back(y(i));
    if (y(i) == 2) continue;
    without_one.rows.push_back(i);
    others.push_back(y(i));
  }
  twice.y = Eigen::Map<Vector>(labels.data(), 80);
  without_one.y = Eigen::Map<Vector>(others.data(), static_cast<Eigen::Index>(others.size()));
  const KernelMulticategoryLogistic method(gaussian_kernel);
  // Every point twice is half the penalty.
  CHECK(tests::largest_difference(method.learn(cache, twice)->probability(1, {}).probability,
                                  method.learn(cache, cache.whole())->probability(0.5, {}).probability) <
        1e-4);
  const Estimate two = method.learn(cache, without_one)->probability(1, {});
  CHECK(two.probability.classes() == 3);
  CHECK(two.probability.matrix().col(1).maxCoeff() == 0);
  CHECK(tests::missing_mass(two.probability) < 1e-12);
  CHECK(two.summary.status == Status::not_converged);
}

TEST_CASE("kernel multicategory logistic regression: lambda is chosen by folds, by error or by log-loss",
          "[multiclass][manufactured]") {
  for (const auto of : {CrossValidation::Of::error, CrossValidation::Of::log_loss}) {
    DrawCache cache(tests::cloud_draw(60, 3, 8), tests::kAxes);
    auto criterion = std::make_unique<CrossValidation>();
    criterion->lambdas = {0.01, 0.1, 1, 10};
    criterion->of = of;
    const TunedEstimator method(std::make_unique<KernelMulticategoryLogistic>(gaussian_kernel),
                                std::move(criterion));
    const Estimate estimate = method.estimate(cache);
    const auto& values = estimate.series.at("criterion.value");
    REQUIRE(values.size() == 4);
    for (const double value : values) CHECK(estimate.facts.at("criterion") <= value);
    CHECK(estimate.summary.fits == 21);
  }
}
