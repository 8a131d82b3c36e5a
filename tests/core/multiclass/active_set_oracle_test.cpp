#include <algorithm>

#include "core/kernel/kernel.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

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
