#include "core/contract.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/decision_comparison.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"

namespace {

const core::Classifier gaussian{.kernel = {.shape = core::Kernel::Shape::gaussian}};

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
                        const core::Classifier& classifier = gaussian) {
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
    const core::Kernel kernel = gaussian.kernel.on(train);
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
  const core::Estimate found = core::DecisionComparison(gaussian, 1).estimate(cache);
  const core::Estimate alone = core::KernelLogistic(gaussian).learn(cache, cache.whole())->probability(1, {});
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
  CHECK_THROWS_WITH(compared(tests::example1(20, 1), 1), Catch::Contains("of 2 inputs"));
  CHECK_THROWS_AS(core::DecisionComparison({.loss = core::Psi{}}, 1), core::UserError);
}
