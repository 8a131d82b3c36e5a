#include "tests/core/solver/psi_cases.hpp"
#include "tests/support/catch.hpp"

// Loose ranges around what an independent prototype of this descent showed on the same two examples: 1.2 to
// 2.1 convex problems after the start on average, at most 9 in one descent, and an objective 10 to 28 percent
// below that of the support vector machine.
namespace {

using core::Kernel;

struct Means {
  double steps = 0, fall = 0;
  std::int64_t most_steps = 0;
};

/// Over five samples and five weights.
Means on(core::Sample (*example)(Eigen::Index, std::uint64_t), Kernel::Shape shape, double lambda) {
  Means means;
  for (int seed = 1; seed <= 5; ++seed) {
    const core::Sample sample = example(100, seed);
    const core::Matrix gram = tests::gram_of(sample, shape);
    for (const double pi : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const core::PsiSolution psi = tests::learn(core::weighted_dual(gram, sample.y, pi, lambda));
      CHECK(psi.certificate.status == core::Status::ok);
      means.steps += static_cast<double>(psi.dc_steps()) / 25;
      means.fall += (1 - psi.objective() / psi.objectives.front()) / 25;
      means.most_steps = std::max(means.most_steps, psi.dc_steps());
    }
  }
  return means;
}

} // namespace

TEST_CASE(
    "psi descent: takes about two d.c. steps on the paper's examples and lowers the objective by a tenth",
    "[solver][psi]") {
  for (const auto example : {tests::example1, tests::example2}) {
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
      for (const double lambda : {0.01, 0.1, 1.0, 10.0}) {
        CAPTURE(example == tests::example1, lambda);
        const Means means = on(example, shape, lambda);
        CAPTURE(means.steps, means.fall);
        CHECK(means.steps >= 1);
        CHECK(means.steps <= 2.6);
        CHECK(means.most_steps <= 15);
        CHECK(means.fall >= (lambda < 1 ? 0.06 : 0.03));
        CHECK(means.fall <= 0.35);
      }
    }
  }
}
