#include "core/solver/path/path_reading.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

/// Adds the elbow to the sums over the bound points. a'Ka = a'r + lambda y'a because sum a = 0, and r_E = 0.
PathReading with_elbow(const PathState& state, const loops::NodeSums& sums, double lambda, double length) {
  double y_a = sums.y_a, total = sums.a, excess = 0;
  const ElbowVariables& on_elbow = state.on_elbow;
  for (Eigen::Index j = 0; j < state.elbow.size(); ++j) {
    const double a = on_elbow.a[j] + length * on_elbow.slope[j];
    y_a += state.rate[state.elbow.point(j)] * a;
    total += a;
    excess = std::max({excess, on_elbow.lower[j] - a, a - on_elbow.upper[j]});
  }
  return {y_a / 2 - sums.a_r / (2 * lambda), sums.violation / lambda, 1.5 * sums.width / lambda,
          std::max(excess, std::abs(total)) / sums.width};
}

} // namespace

PathReading read(const PathState& state, const Vector& r_slope, double lambda, double* f) {
  const double length = state.way * (lambda - state.T);
  const loops::Node node{state.r.data(),    r_slope.data(),     state.rate.data(),
                         state.side.data(), state.width.data(), state.resting.data()};
  return with_elbow(state, loops::read(state.n, node, {length, 1 / lambda}, f), lambda, length);
}

PathAtRest PathAtRest::of(const PathState& state, Vector r, Vector slope) {
  PathAtRest rest{std::move(r), std::move(slope)};
  const loops::Node node{rest.r.data(),     rest.slope.data(),  state.rate.data(),
                         state.side.data(), state.width.data(), state.resting.data()};
  Vector f(state.n);
  const loops::NodeSums sums = loops::read(state.n, node, {0, 0}, f.data());
  rest.a_r = sums.a_r;
  rest.a_slope = loops::dot(state.n, state.resting.data(), rest.slope.data());
  rest.y_a = sums.y_a;
  for (Eigen::Index j = 0; j < state.elbow.size(); ++j)
    rest.y_a += state.rate[state.elbow.point(j)] * state.on_elbow.a[j];
  rest.width = sums.width;
  rest.infeasibility = with_elbow(state, sums, 1, 0).infeasibility;
  return rest;
}

PathReading PathAtRest::read(const PathState& state, double lambda, double* f) const {
  const loops::Node node{r.data(),          slope.data(),       state.rate.data(),
                         state.side.data(), state.width.data(), nullptr};
  const double violation = loops::read_violation(state.n, node, {lambda, 1 / lambda}, f);
  const double a_r_there = a_r + lambda * a_slope;
  return {y_a / 2 - a_r_there / (2 * lambda), violation / lambda, 1.5 * width / lambda, infeasibility};
}

} // namespace core
