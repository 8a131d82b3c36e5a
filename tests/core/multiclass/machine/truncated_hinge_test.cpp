#include <algorithm>
#include <cmath>

#include "core/kernel/kernel.hpp"
#include "core/random/stream.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "core/solver/margin/solve.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;
using tests::fixture;

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

namespace {

constexpr double wanted = 1e-8;

/// What a sample is like.
enum class Shape { plain, tied, doubled, in_one_place, of_a_kernel };

tests::Labelled sample(Shape shape, int K, const std::string& name) {
  tests::Labelled all = tests::around_a_circle(36, K, name);
  if (shape == Shape::tied) all.x = (all.x * 2).array().round() / 2;
  if (shape == Shape::doubled) {
    all.x.bottomRows(18) = all.x.topRows(18).eval();
    all.y.tail(9) = all.y.segment(9, 9).eval();
  }
  if (shape == Shape::in_one_place) all.x.setConstant(1);
  if (shape == Shape::of_a_kernel) {
    const Matrix gram = Kernel{Kernel::Shape::gaussian, 0.7}.gram(all.x);
    all.x = kernel_factor(Gram(gram), 1e-12, all.y.size()).x;
  }
  return all;
}

/// One sequence of problems, each begun at the answer before, and each once more from nothing.
struct Walk {
  ConvexStep warm, cold;
  MachineState state;
  std::int64_t problems = 0, followed = 0;

  explicit Walk(const tests::Labelled& all, int K)
      : warm(multiclass_sample(all.x, all.y, K)), cold(multiclass_sample(all.x, all.y, K)) {
    state.z = Matrix::Zero(all.x.cols() + 1, K - 1);
    warm.measure(state);
  }

  void check(const Vector& costs, const Truncated& truncated) {
    for (ConvexStep* step : {&warm, &cold})
      for (Index i = 0; i < step->sample().size(); ++i)
        step->sample().at.cost(i) = costs(step->sample().y[static_cast<std::size_t>(i)]);
    MachineState nothing;
    nothing.z = Matrix::Zero(state.z.rows(), state.z.cols());
    cold.measure(nothing);
    const bool is_first = state.z.isZero(0);
    const Certificate here = warm.solve(truncated, state, wanted);
    const Certificate there = cold.solve(truncated, nothing, wanted);
    // The two values bound one minimum from both sides, each by its own gap.
    const double slack = 1e-12 * std::max(1.0, std::abs(there.primal));
    CAPTURE(costs.transpose(), here.primal, here.dual, there.primal, there.dual);
    CHECK(here.status == there.status);
    CHECK(here.primal >= there.dual - slack - there.rounding);
    CHECK(there.primal >= here.dual - slack - here.rounding);
    if (here.status == Status::ok) CHECK(here.primal <= there.primal + here.gap() + slack);
    ++problems;
    followed += !is_first && warm.was_followed();
  }
};

Truncated some(const tests::Labelled& all, int K, Stream& stream) {
  Truncated out{{}, -1.0 / (K - 1)};
  for (Index i = 0; i < all.y.size(); ++i) {
    const Index y = static_cast<Index>(all.y(i)) - 1;
    out.rival.push_back(stream.normal() > 1 ? (y + 1) % K : -1);
  }
  return out;
}

/// Costs that wander from C / K each.
Walk walked(Shape shape, int K, double C) {
  const std::string name = "walk " + std::to_string(K);
  const tests::Labelled all = sample(shape, K, name);
  Walk walk(all, K);
  Stream stream(name + " costs");
  Vector costs = Vector::Constant(K, C / K);
  for (int k = 0; k < 6; ++k) {
    for (Index c = 0; c < K; ++c) costs(c) *= std::exp(0.2 * stream.normal());
    const std::vector<Index> none(static_cast<std::size_t>(all.y.size()), -1);
    walk.check(costs, k % 3 == 2 ? some(all, K, stream) : Truncated{none, -1.0 / (K - 1)});
  }
  return walk;
}

} // namespace

TEST_CASE("the active set of the multiclass machine: its answers are those of the interior point method",
          "[oracle][multiclass]") {
  std::int64_t problems = 0, followed = 0;
  for (const Shape shape : {Shape::plain, Shape::tied, Shape::of_a_kernel}) {
    for (const int K : {3, 4, 5}) {
      for (const double C : {1.0 / 256, 1.0 / 16, 1.0, 16.0, 256.0}) {
        CAPTURE(static_cast<int>(shape), K, C);
        const Walk walk = walked(shape, K, C);
        problems += walk.problems;
        followed += walk.followed;
      }
    }
  }
  CHECK(problems == 270);
  CHECK(2 * followed > problems); // it is the active set that is looked at
}

TEST_CASE(
    "the active set of the multiclass machine: doubled points, one place and extreme costs end as the "
    "interior point method does",
    "[degenerate][multiclass]") {
  for (const Shape shape : {Shape::doubled, Shape::in_one_place}) {
    for (const int K : {3, 4, 5}) {
      for (const double C : {1e-6, 1e-2, 1.0, 1e4}) {
        CAPTURE(static_cast<int>(shape), K, C);
        walked(shape, K, C);
      }
    }
  }
  for (const double C : {1e-6, 1e4}) {
    walked(Shape::plain, 3, C);
    walked(Shape::of_a_kernel, 3, C);
  }
}

TEST_CASE("the factor of ties: rows that come and go leave the factor of those that stay", "[multiclass]") {
  Stream stream("ties");
  Matrix x(12, 20);
  for (double& value : x.reshaped()) value = stream.normal();
  TieFactor factor;
  std::vector<Index> held;
  for (const Index i : {0, 1, 2, 3, -2, 4, 5, -1, 6, -4, 7, 8, -1, 9, 10, 11}) {
    if (i < 0) {
      factor.remove(-i - 1);
      held.erase(held.begin() + (-i - 1));
      continue;
    }
    held.push_back(i);
    Vector products(static_cast<Index>(held.size()));
    for (std::size_t j = 0; j < held.size(); ++j)
      products(static_cast<Index>(j)) = x.row(i).dot(x.row(held[j]));
    REQUIRE(factor.append(products));
    CHECK_FALSE(factor.append((Vector(products.size() + 1) << products, products.tail(1)).finished()));
  }
  const Matrix rows = x(held, Eigen::all), gram = rows * rows.transpose();
  const Vector wished = Vector::LinSpaced(gram.rows(), 1, 2);
  Vector b = gram * wished;
  factor.forward(b.data());
  factor.backward(b.data());
  CHECK((b - wished).cwiseAbs().maxCoeff() < 1e-10);
}

namespace {

tests::Labelled sample() {
  const auto rows = fixture("multiclass/sample.csv");
  tests::Labelled out{Matrix(rows.size(), 2), Vector(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.x.row(static_cast<Index>(i)) << std::stod(rows[i][0]), std::stod(rows[i][1]);
    out.y(static_cast<Index>(i)) = std::stod(rows[i][2]);
  }
  return out;
}

/// What the fixture truncates: every so manieth observation, by the class after its own.
Truncated truncated(const tests::Labelled& all, Index every) {
  Truncated out{{}, -0.5};
  for (Index i = 0; i < all.y.size(); ++i)
    out.rival.push_back(every > 0 && i % every == 0 ? static_cast<Index>(all.y(i)) % 3 : -1);
  return out;
}

} // namespace

TEST_CASE("a convex step of the multiclass machine: the minimum of cvxopt's dual and HiGHS's intercepts",
          "[oracle][fixture][multiclass]") {
  const tests::Labelled all = sample();
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1.5}.gram(all.x);
  const Matrix factor = kernel_factor(Gram(gram), 1e-13, all.y.size()).x;
  const auto rows = fixture("multiclass/convex_steps.csv");
  REQUIRE(rows.size() == 2 * 3 * 3 * 3);
  for (const auto& row : rows) {
    CAPTURE(row[0], row[1], row[2], row[3], row[5]);
    ConvexStep step(multiclass_sample(row[0] == "linear" ? all.x : factor, all.y, 3));
    for (Index i = 0; i < all.y.size(); ++i)
      step.sample().at.cost(i) = std::stod(row[1]) * std::stod(row[1 + static_cast<std::size_t>(all.y(i))]);
    MachineState state;
    state.z = Matrix::Zero(step.sample().at.x.cols(), 2);
    step.measure(state);
    const Certificate certificate = step.solve(truncated(all, std::stol(row[5])), state, 1e-8);
    CHECK(certificate.status == Status::ok);
    CHECK(certificate.primal == Approx(std::stod(row[6])).epsilon(3e-7));
    CHECK(certificate.dual <= std::stod(row[6]) * (1 + 3e-7));
  }
}

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
