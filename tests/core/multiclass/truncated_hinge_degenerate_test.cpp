#include <algorithm>
#include <cmath>

#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

namespace {

void check_all_costs(const tests::Labelled& all, Index K) {
  MulticlassMachine machine(all.x, all.y, K);
  for (const double C : {1.0 / 256, 1.0, 256.0}) {
    for (Index heavy = 0; heavy < K; ++heavy) {
      Vector costs = Vector::Constant(K, 0.02 * C);
      costs(heavy) = C;
      for (const double s : {-infinity, -1 / static_cast<double>(K - 1)}) {
        const MachineFit fit = machine.fit(costs, s);
        CAPTURE(C, heavy, s, fit.certificate.primal, fit.certificate.dual);
        CHECK(fit.certificate.status == Status::ok);
        CHECK(fit.w.allFinite());
        CHECK(fit.b.allFinite());
      }
    }
  }
}

} // namespace

TEST_CASE("the truncated machine: duplicates, ties and a constant column are certified",
          "[degenerate][multiclass]") {
  tests::Labelled all = tests::around_a_circle(40, 3, "degenerate");
  all.x = (all.x * 2).array().round() / 2;
  check_all_costs(all, 3);
  Matrix wide(40, 3);
  wide << all.x, Matrix::Constant(40, 1, 3);
  check_all_costs({wide, all.y}, 3);
}

TEST_CASE(
    "the truncated machine: where equal points leave a set of best intercepts, the best pair of values is "
    "kept",
    "[degenerate][multiclass]") {
  for (const Index n : {24, 27, 30}) {
    const Vector y = Vector::NullaryExpr(n, [](Index i) { return static_cast<double>(1 + i % 3); });
    MulticlassMachine machine(Matrix::Zero(n, 2), y, 3);
    for (int first = 1; first < 9; ++first) {
      for (int second = 1; first + second < 10; ++second) {
        for (const double s : {-0.5, -infinity}) {
          const Vector costs = Eigen::Vector3d(first, second, 10 - first - second);
          CAPTURE(n, costs.transpose(), s);
          CHECK(machine.fit(costs, s).certificate.relative_gap() < 1e-4);
        }
      }
    }
  }
}

TEST_CASE("the truncated machine: equal points of every class are certified", "[degenerate][multiclass]") {
  tests::Labelled all = tests::around_a_circle(12, 3, "one place");
  all.x.setConstant(1);
  check_all_costs(all, 3);
  all.x.setZero();
  check_all_costs(all, 3);
}

TEST_CASE("the truncated machine: a class without observations and one with a single one are certified",
          "[degenerate][multiclass]") {
  tests::Labelled all = tests::around_a_circle(30, 2, "absent");
  check_all_costs(all, 3);
  all.y(4) = 3;
  check_all_costs(all, 3);
}

TEST_CASE("the truncated machine: separable classes and many more inputs than observations are certified",
          "[degenerate][multiclass]") {
  tests::Labelled all = tests::around_a_circle(30, 5, "separable");
  Matrix wide(30, 40);
  Stream stream("wide");
  for (Index j = 0; j < 40; ++j)
    for (Index i = 0; i < 30; ++i) wide(i, j) = stream.normal();
  check_all_costs({wide, all.y}, 5);
}

TEST_CASE("the truncated machine: a class that is truncated as a whole has a finite intercept",
          "[degenerate][multiclass]") {
  const tests::Labelled all = tests::around_a_circle(90, 3, "given up");
  const double s = -0.5;
  int given_up = 0;
  for (int power = -8; power <= 4; ++power) {
    Vector costs(3);
    costs << 0.49, 0.49, 0.02;
    costs *= std::ldexp(1, power);
    const MachineFit fit = MulticlassMachine(all.x, all.y, 3).fit(costs, s);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.b.allFinite());
    const Matrix f = (all.x * fit.w).rowwise() + fit.b.transpose();
    bool whole = true; // nothing but the ridge then holds the intercept
    for (Index i = 0; i < 90; ++i)
      whole = whole && (all.y(i) < 3 || f(i, 2) - std::max(f(i, 0), f(i, 1)) < s);
    given_up += whole;
  }
  CHECK(given_up > 0);
}

TEST_CASE("the truncated machine: two to eight classes are certified", "[degenerate][multiclass]") {
  for (int K = 2; K <= 8; ++K) check_all_costs(tests::around_a_circle(10 * K, K, "some classes"), K);
}

TEST_CASE("a convex step: a reference however far off leads to the minimum",
          "[degenerate][multiclass][certificate]") {
  const tests::Labelled all = tests::around_a_circle(60, 3, "far off");
  ConvexStep step(multiclass_sample(all.x, all.y, 3));
  const Truncated nothing{std::vector<Index>(60, -1), -infinity};
  for (const double C : {1.0 / 256, 1.0, 256.0}) {
    step.sample().at.cost.setConstant(C);
    MachineState near;
    near.z = Matrix::Zero(3, 2);
    step.measure(near);
    const double least = step.solve(nothing, near, 1e-8).primal;
    for (int power = 0; power <= 12; ++power) {
      CAPTURE(C, power);
      MachineState far;
      far.z = std::pow(10, power) * Matrix{{1, -1}, {-2, 0.5}, {3, 1}};
      step.measure(far);
      const Certificate certificate = step.solve(nothing, far, 1e-8);
      CHECK(certificate.status == Status::ok);
      CHECK(certificate.primal == Approx(least).epsilon(1e-6));
    }
  }
}
