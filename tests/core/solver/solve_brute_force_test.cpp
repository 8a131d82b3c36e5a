#include "core/solver/certify.hpp"
#include "core/solver/smo.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::DualSolution;
using core::Matrix;
using core::Vector;
using core::WeightedDual;

namespace {

// Boxes as psi-learning and perturbed samples make them: the support vector machine's, some shifted below
// (above) zero, all times a count. Always balanced by a = 0.
void reshape(WeightedDual& problem, tests::Dice& dice) {
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const double width = problem.upper(i) - problem.lower(i);
    if (dice.uniform() < 0.3) {
      problem.upper(i) -= width * problem.y(i);
      problem.lower(i) -= width * problem.y(i);
    }
    const double count = dice.below(4);
    problem.lower(i) *= count;
    problem.upper(i) *= count;
  }
}

} // namespace

TEST_CASE("solve: no assignment of up to five variables to their bounds does better", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    tests::Dice dice(seed);
    const Eigen::Index n = 1 + dice.below(5);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], n, 2, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample);
    WeightedDual problem =
        core::weighted_dual(gram, sample.y, dice.uniform(), std::pow(10, dice.uniform(-2, 2)));
    if (seed % 3 == 0) reshape(problem, dice);
    CAPTURE(seed, n);
    const DualSolution fit = core::solve(problem);
    CHECK(fit.certificate.status == core::Status::ok);
    CHECK(fit.certificate.primal ==
          Approx(tests::optimum_by_enumeration(problem)).epsilon(1e-8).margin(1e-9));
  }
}

TEST_CASE("solve: projected gradient steps reach the same optimum on general boxes", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 6], 20, 3, seed);
    const Matrix gram = seed % 2 ? tests::linear_gram(sample) : tests::gaussian_gram(sample, 0.5);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.35, 0.8);
    reshape(problem, dice);
    CAPTURE(seed);
    const DualSolution fit = core::solve(problem);
    CHECK(fit.certificate.status == core::Status::ok);
    CHECK(fit.certificate.primal ==
          Approx(tests::optimum_by_projected_gradient(problem, 4000)).epsilon(1e-6).margin(1e-8));
  }
}

TEST_CASE("smo: alone it reaches the optimum of general boxes from any feasible start", "[solver][oracle]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    tests::Dice dice(seed);
    const core::Sample sample = tests::awkward(tests::kAwkward[seed % 8], 4, 2, seed);
    const Matrix gram = tests::gaussian_gram(sample);
    WeightedDual problem = core::weighted_dual(gram, sample.y, 0.6, 0.4);
    if (seed % 2) reshape(problem, dice);
    Vector start(4);
    for (double& entry : start) entry = dice.uniform(-1, 1);
    CAPTURE(seed);
    const core::Descent end = core::smo(problem, core::dual_point(problem, start), {1e-9, 100'000});
    const core::Certificate proof = core::certify(problem, end.point.a, -end.nu / problem.lambda);
    CHECK(proof.primal - proof.dual < 1e-8 * std::max(1e-12, std::abs(proof.primal)));
    CHECK(proof.primal == Approx(tests::optimum_by_enumeration(problem)).epsilon(1e-7).margin(1e-9));
    CHECK((end.point.gradient - (gram * end.point.a - problem.lambda * problem.y)).cwiseAbs().maxCoeff() <
          1e-10);
  }
}
