#include "core/solver/path/pi_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

/// Solutions closer than this, relative to 1 + |value|, are one.
constexpr double same_solution = 1e-12;

/// At 0 and at 1 all boxes vanish together: events this close to the end are its rounding.
constexpr double arrived = 1e-12;

bool same(const PiBreakpoint& s, const PiBreakpoint& t) {
  const double scale = 1 + s.a.cwiseAbs().maxCoeff();
  return std::abs(s.pi - t.pi) <= same_solution &&
         std::abs(s.beta_0 - t.beta_0) <= same_solution * (1 + std::abs(s.beta_0)) &&
         (s.a - t.a).cwiseAbs().maxCoeff() <= same_solution * scale;
}

double tie(const CountedSample& sample) {
  return (sample.y.array() > 0).select(sample.count, 0.0).sum() / sample.count.sum();
}

} // namespace

PiPath::PiPath(const Gram& gram, const Labels& y, double lambda, const StoppingRule& rule)
    : PiPath(each_once(gram, y), lambda, rule) {}

PiPath::PiPath(const CountedSample& sample, double lambda, const StoppingRule& rule)
    : sample_(sample), lambda_(lambda), rule_(rule) {
  expect(lambda > 0, "lambda is positive");
  const double start = tie(sample);
  expect(start > 0 && start < 1, "a path has two classes");
  const std::optional<ActiveSetPath> standing = ExactLambdaPath(sample, start, rule).standing_at(lambda);
  ok_ = standing.has_value();
  if (!ok_) return;
  ActiveSetPath down = *standing, up = *standing;
  down.turn(moving_pi(sample_, lambda_), start, 0);
  up.turn(moving_pi(sample_, lambda_), start, 1);
  breakpoints_ = travel(std::move(down), 0);
  std::reverse(breakpoints_.begin(), breakpoints_.end());
  for (PiBreakpoint& point : travel(std::move(up), 1))
    if (!same(breakpoints_.back(), point)) breakpoints_.push_back(std::move(point));
}

std::vector<PiBreakpoint> PiPath::travel(ActiveSetPath path, double to) {
  std::vector<PiBreakpoint> points;
  const auto record = [&](double pi) {
    PiBreakpoint point{pi, path.b(pi) / lambda_, path.a(pi)};
    if (points.empty() || !same(points.back(), point)) points.push_back(std::move(point));
  };
  if (path.ok()) record(path.segment_begin());
  while (path.ok() && path.way() * (path.segment_end() - to) < -arrived) {
    record(path.segment_end());
    path.pass_event();
    if (path.ok()) record(path.segment_begin());
  }
  if (path.ok()) record(to);
  ok_ = ok_ && path.ok();
  return points;
}

Vector PiPath::interpolated(double pi) const {
  const auto after = std::upper_bound(breakpoints_.begin(), breakpoints_.end(), pi,
                                      [](double at, const PiBreakpoint& point) { return at < point.pi; });
  if (after == breakpoints_.begin() || after == breakpoints_.end()) return Vector::Zero(sample_.size());
  const PiBreakpoint &left = *(after - 1), &right = *after;
  return left.a + (pi - left.pi) / (right.pi - left.pi) * (right.a - left.a);
}

DualSolution PiPath::at(double pi) const {
  expect(pi > 0 && pi < 1, "a weighted fit has 0 < pi < 1");
  const WeightedDual problem = weighted_dual(sample_, pi, lambda_);
  Vector a = nearest_feasible(problem, interpolated(pi));
  const Vector field = gram_times(sample_.gram, a);
  DualSolution fit = certified(problem, a, field, 0);
  if (fit.certificate.proves(rule_.relative_gap)) return fit;
  return solve(problem, dual_point(problem, a), rule_);
}

} // namespace core
