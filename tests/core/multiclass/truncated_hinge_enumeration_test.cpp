#include "core/random/stream.hpp"
#include "core/solver/solve.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

namespace {

/// min P over all M and rivals: min E, because the truncated loss is the smaller of its majorants.
double least_of_all_patterns(const tests::Labelled& all, const Vector& costs, double s, Index K) {
  ConvexStep step(multiclass_sample(all.x, all.y, K));
  const auto n = static_cast<std::size_t>(all.y.size());
  for (std::size_t i = 0; i < n; ++i)
    step.sample().at.cost(static_cast<Index>(i)) = costs(step.sample().y[i]);
  Truncated truncated{std::vector<Index>(n, -1), s};
  double least = infinity;
  MachineState zero;
  zero.z = Matrix::Zero(3, K - 1);
  step.measure(zero);
  const auto visit = [&](auto&& self, std::size_t i) -> void {
    if (i == n) {
      MachineState state = zero;
      const Certificate certificate = step.solve(truncated, state, 1e-8);
      REQUIRE(certificate.status == Status::ok);
      least = std::min(least, certificate.primal);
      return;
    }
    for (Index k = -1; k < K; ++k) {
      if (k == step.sample().y[i]) continue;
      truncated.rival[i] = k;
      self(self, i + 1);
    }
    truncated.rival[i] = -1;
  };
  visit(visit, 0);
  return least;
}

} // namespace

TEST_CASE("the truncated machine: never below the best of all truncation patterns, and often at it",
          "[oracle][multiclass]") {
  int at_best = 0;
  for (int seed = 0; seed < 6; ++seed) {
    const tests::Labelled all = tests::around_a_circle(6, 3, "patterns " + std::to_string(seed));
    const Vector costs = (Vector(3) << 2, 1, 3).finished() * (seed % 2 == 0 ? 1.0 : 0.2);
    const double least = least_of_all_patterns(all, costs, -0.5, 3);
    MulticlassMachine machine(all.x, all.y, 3);
    const MachineFit fit = machine.fit(costs, -0.5);
    CAPTURE(seed, least, fit.objective);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.objective == Approx(tests::truncated_objective(all, fit, costs, -0.5)).epsilon(1e-5));
    CHECK(fit.objective >= least * (1 - 1e-7));
    at_best += fit.objective <= least * (1 + 1e-6) ? 1 : 0;
  }
  CHECK(at_best >= 2);
}

TEST_CASE("two classes: the hinge machine at lambda is the house's weighted machine at lambda / 2",
          "[oracle][multiclass]") {
  for (const double lambda : {0.02, 0.5, 4.0}) {
    const tests::Labelled all = tests::around_a_circle(60, 2, "two classes");
    const Vector y = (all.y.array() < 1.5).select(Vector::Ones(60), -Vector::Ones(60));
    const double pi = 0.3;
    MulticlassMachine machine(all.x, all.y, 2);
    const MachineFit fit = machine.fit((Vector(2) << 1 - pi, pi).finished() / lambda, -infinity);
    const Matrix gram = all.x * all.x.transpose();
    const DualSolution house = solve(weighted_dual(gram, y, pi, lambda / 2));
    const Vector ours = (all.x * (fit.w.col(0) - fit.w.col(1))).array() + (fit.b(0) - fit.b(1));
    CAPTURE(lambda);
    CHECK(fit.dc_steps == 0);
    CHECK((ours - house.decision(gram)).cwiseAbs().maxCoeff() < 2e-4);
    CHECK(fit.objective * lambda == Approx(house.certificate.primal).epsilon(1e-6));
  }
}

TEST_CASE("the truncated machine: no step upwards from the hinge solution, whatever the weights",
          "[multiclass]") {
  const tests::Labelled all = tests::around_a_circle(60, 3, "descent");
  MulticlassMachine machine(all.x, all.y, 3);
  for (const double C : {0.004, 0.25, 4.0, 256.0}) {
    for (const auto& pi : {Vector::Constant(3, 1.0 / 3).eval(), (Vector(3) << 0.02, 0.9, 0.08).finished()}) {
      const MachineFit hinge = machine.fit(C * pi, -infinity);
      const MachineFit fit = machine.fit(C * pi, -0.5);
      CAPTURE(C, pi.transpose());
      CHECK(fit.certificate.status == Status::ok);
      CHECK(tests::truncated_objective(all, fit, C * pi, -0.5) <=
            tests::truncated_objective(all, hinge, C * pi, -0.5) * (1 + 1e-6));
      CHECK(fit.w.rowwise().sum().cwiseAbs().maxCoeff() < 1e-9 * (1 + fit.w.cwiseAbs().maxCoeff()));
      CHECK((all.x.transpose() * fit.coefficients - fit.w).cwiseAbs().maxCoeff() < 1e-3 * (1 + fit.w.norm()));
    }
  }
}
