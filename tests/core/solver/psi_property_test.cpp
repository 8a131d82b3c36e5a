#include "tests/core/solver/psi_cases.hpp"
#include "tests/support/catch.hpp"

using core::PsiSolution;
using core::Status;
using core::WeightedDual;
using tests::Kernel;
using tests::Sample;

namespace {

/// Calls check(svm, psi) on both examples and the lattice, both kernels, weights and six decades of lambda.
template <class Check>
void on_many_problems(Check check) {
  using Make = Sample (*)(Eigen::Index, std::uint64_t);
  int seed = 0;
  for (const Make make : {Make(tests::example1), Make(tests::example2), Make(tests::lattice)}) {
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
      ++seed;
      const Sample sample = make(20 + 5 * (seed % 7), seed);
      const core::Matrix gram = tests::gram_of(sample, shape);
      for (const double pi : {0.05, 0.3, 0.5, 0.8}) {
        for (const double lambda : {1e-3, 1e-2, 1e-1, 1.0, 10.0, 1e3}) {
          CAPTURE(seed, pi, lambda);
          const WeightedDual svm = core::weighted_dual(gram, sample.y, pi, lambda);
          check(svm, tests::learn(svm));
        }
      }
    }
  }
}

} // namespace

TEST_CASE("psi descent: the objective never rises from the support vector machine on", "[solver][psi]") {
  on_many_problems([](const WeightedDual& svm, const PsiSolution& psi) {
    CHECK(psi.dc_steps() >= 1);
    CHECK(psi.objectives.front() == Approx(tests::objective(svm, core::solve(svm))).epsilon(1e-9));
    for (std::size_t k = 1; k < psi.objectives.size(); ++k)
      CHECK(psi.objectives[k] <= psi.objectives[k - 1] * (1 + 1e-8));
  });
}

TEST_CASE("psi descent: the reported objective is that of the returned function", "[solver][psi]") {
  on_many_problems([](const WeightedDual& svm, const PsiSolution& psi) {
    CHECK(psi.objective() == Approx(tests::objective(svm, psi)).epsilon(1e-9));
  });
}

TEST_CASE("psi descent: the answer minimises the majorant that meets the loss at it", "[solver][psi]") {
  on_many_problems([](const WeightedDual& svm, const PsiSolution& psi) {
    std::vector<bool> flat;
    for (Eigen::Index i = 0; i < svm.size(); ++i) flat.push_back(tests::margin(svm, psi, i) < -1e-10);
    const tests::Majorant at = tests::majorant(svm, flat);
    const double least = core::solve(at.problem).certificate.dual + at.constant;
    CHECK(psi.objective() <= least * (1 + 1e-7));
  });
}

TEST_CASE("psi descent: its certificate encloses the last majorant's minimum, in the units of psi",
          "[solver][psi]") {
  on_many_problems([](const WeightedDual& svm, const PsiSolution& psi) {
    CHECK(psi.certificate.status == Status::ok);
    CHECK(psi.certificate.relative_gap() <= 1e-8);
    CHECK(psi.certificate.primal == Approx(tests::objective(svm, psi)).epsilon(1e-7));
  });
}

TEST_CASE("psi descent: is judged by its own certificate, whatever its start was worth", "[solver][psi]") {
  const Sample sample = tests::example1(40, 3);
  const core::Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  const WeightedDual svm = core::weighted_dual(gram, sample.y, 0.4, 0.1);
  core::DualSolution start = core::solve(svm, {1e-8, 3});
  REQUIRE(start.certificate.status == Status::not_converged);
  const PsiSolution psi = core::psi_descent(svm, start);
  CHECK(psi.certificate.status == Status::ok);
  CHECK(psi.certificate.relative_gap() <= 1e-8);
}

TEST_CASE("psi descent: steps cut short cost the certificate or more d.c. steps, and nothing is thrown",
          "[solver][psi]") {
  const Sample sample = tests::example1(60, 4);
  const core::Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  for (const double pi : {0.2, 0.4, 0.6})
    for (const double lambda : {0.001, 0.01, 0.1}) {
      const WeightedDual svm = core::weighted_dual(gram, sample.y, pi, lambda);
      const PsiSolution psi = core::psi_descent(svm, core::solve(svm), {1e-8, 1});
      CHECK((psi.certificate.status == Status::ok) == (psi.certificate.relative_gap() <= 1e-8));
      CHECK(psi.certificate.primal >= psi.certificate.dual);
      CHECK(psi.objective() == Approx(tests::objective(svm, psi)).epsilon(1e-9));
    }
}

TEST_CASE("psi descent: where no margin is negative it is the support vector machine at half the lambda",
          "[solver][psi]") {
  Sample sample = tests::example1(40, 5);
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    sample.y(i) = sample.x(i, 0) >= 0 ? 1 : -1;
    sample.x(i, 0) += 0.2 * sample.y(i);
  }
  for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
    const core::Matrix gram = tests::gram_of(sample, shape);
    for (const double lambda : {1e-3, 1e-2, 1e-1}) {
      const WeightedDual svm = core::weighted_dual(gram, sample.y, 0.4, lambda);
      for (Eigen::Index i = 0; i < svm.size(); ++i) REQUIRE(tests::margin(svm, core::solve(svm), i) > 0);
      const PsiSolution psi = tests::learn(svm);
      const auto half = core::solve(core::weighted_dual(gram, sample.y, 0.4, lambda / 2));
      CHECK(psi.dc_steps() == 1);
      CHECK((psi.decision(gram) - half.decision(gram)).lpNorm<Eigen::Infinity>() < 1e-6);
      CHECK(psi.objective() == Approx(2 * half.certificate.primal).epsilon(1e-7));
    }
  }
}

TEST_CASE("psi descent: limited to one step it ends where the first step does, with a proof of it",
          "[solver][psi]") {
  on_many_problems([](const WeightedDual& svm, const PsiSolution& psi) {
    const PsiSolution one = core::psi_descent(svm, core::solve(svm), {.dc_steps = 1});
    if (psi.dc_steps() > 1) CHECK(one.objectives.at(1) == Approx(psi.objectives.at(1)).epsilon(1e-9));
    CHECK(one.objective() >= psi.objective() * (1 - 1e-8));
    CHECK(one.certificate.status == Status::ok);
  });
}
