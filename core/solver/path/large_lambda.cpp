#include "core/solver/path/large_lambda.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace core {
namespace {

/// Threshold, relative to max K, of a path on which no set changes at any lambda.
constexpr double never_reached = 1e-30;

double largest_diagonal(const Gram& gram) {
  const double largest = gram.largest_diagonal();
  return largest > 0 ? largest : 1;
}

double tie_of(const CountedSample& sample) {
  const double positive = (sample.y.array() > 0).select(sample.count, 0.0).sum(), all = sample.count.sum();
  expect(positive > 0 && positive < all, "a path has two classes");
  return positive / all;
}

} // namespace

LargeLambdaSweep::LargeLambdaSweep(const CountedSample& sample)
    : sample_(sample), tie_(tie_of(sample)), origin_(sample.gram), path_(sample.gram) {
  std::vector<Stand> stands;
  for (const double y : sample.y) stands.push_back(y > 0 ? Stand::upper : Stand::lower);
  origin_.place(with_minority_pinned(0), tie_, stands, 0);
}

void LargeLambdaSweep::limit_events(Eigen::Index most) {
  origin_.limit_events(most);
  path_.limit_events(most);
}

/// T = pi without the target, which for large lambda only says where the smaller class stands: at its outer
/// bounds, as if its boxes had no width.
MovingProblem LargeLambdaSweep::with_minority_pinned(double majority) const {
  MovingProblem problem = moving_pi(sample_, 0);
  for (Eigen::Index i = 0; i < sample_.size(); ++i) {
    if (majority == 0 || sample_.y[i] == majority) continue;
    if (sample_.y[i] > 0) {
      problem.lower[i] = problem.upper[i];
      problem.lower_rate[i] = problem.upper_rate[i];
    } else {
      problem.upper[i] = problem.lower[i];
      problem.upper_rate[i] = problem.lower_rate[i];
    }
  }
  return problem;
}

/// Brings path_ to the segment that contains pi; afresh from the tie unless it is ahead. A path that has
/// given up before pi would do so again.
void LargeLambdaSweep::travel(double majority, double pi) {
  const bool ahead = majority == majority_ && path_.way() * (pi - path_.segment_begin()) > 0;
  if (!ahead) {
    path_ = origin_;
    path_.turn(with_minority_pinned(majority), tie_, majority < 0 ? 1 : 0);
    majority_ = majority;
  }
  path_.reach(pi);
}

LargeLambda LargeLambdaSweep::at(double pi) {
  expect(pi > 0 && pi < 1, "a weighted fit has 0 < pi < 1");
  const double majority = pi > tie_ ? -1 : pi < tie_ ? 1 : 0;
  if (majority != 0) travel(majority, pi);
  LargeLambda start{majority == 0 ? origin_ : path_, 1, majority, {}, 0, {}, false};
  if (!start.path.ok()) return start;
  if (majority != 0) start.path.advance_to(pi);
  const Eigen::Index n = sample_.size(), padded = loops::padded(n);
  start.a = start.path.a(start.path.segment_begin());
  start.b = start.path.b(start.path.segment_begin());
  start.free = start.path.has_free_point(start.path.segment_begin());
  Vector residuals = Vector::Zero(padded), slope = residuals;
  residuals.head(n) = start.path.residuals(start.path.segment_begin());
  slope.head(n) = Vector::Constant(n, majority) - sample_.y;
  const auto [positive, negative] = extremes(residuals);
  const double half = (majority < 0 ? positive : majority > 0 ? negative : positive + negative) / 2;
  start.threshold = std::max(half, never_reached * largest_diagonal(sample_.gram));
  start.path.raise(majority != 0 ? majority * start.threshold : start.threshold - positive);
  start.path.turn(moving_lambda(sample_, pi), start.threshold, 0);
  start.rest = PathAtRest::of(start.path.state(), std::move(residuals), std::move(slope));
  return start;
}

LargeLambdaSweep::Extremes LargeLambdaSweep::extremes(const Vector& r) const {
  Extremes found{-loops::never, -loops::never};
  for (Eigen::Index i = 0; i < sample_.size(); ++i) {
    double& side = sample_.y[i] > 0 ? found.positive : found.negative;
    if (sample_.count[i] > 0) side = std::max(side, sample_.y[i] * r[i]);
  }
  return found;
}

} // namespace core
