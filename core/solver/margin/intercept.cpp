#include "core/solver/margin/intercept.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {
namespace {

// Relative to the sum of the boxes' sizes: the weights of n observations cancel to about n machine epsilons.
constexpr double flat_slope = 1e-12;

// Corners this close to a guess, in units of f, are looked at first.
constexpr double near_enough = 1e-9;

struct Corner {
  double at;    // r_i
  double raise; // what passing it adds to the slope: the width of the box
};

// A run of neighbouring corners, from the slope to the left of the first to the slope to the right of the
// last. The minimisers lie strictly inside where the first is negative and the last is positive.
struct Run {
  std::vector<Corner> corners;
  double slope = 0;
  bool first = true, last = true; // no corner lies to the left, to the right
};

double flatness(const WeightedDual& problem) {
  return flat_slope * (problem.upper.lpNorm<1>() + problem.lower.lpNorm<1>());
}

InterceptInterval scan(Run run, double flat) {
  std::sort(run.corners.begin(), run.corners.end(),
            [](const Corner& s, const Corner& t) { return s.at < t.at; });
  InterceptInterval interval{-infinity, infinity};
  bool falling = run.slope < -flat;
  for (const Corner& corner : run.corners) {
    run.slope += corner.raise;
    if (falling && run.slope >= -flat) {
      interval.lower = corner.at;
      falling = false;
    }
    if (run.slope > flat) {
      interval.upper = corner.at;
      break;
    }
  }
  return interval;
}

/// Where the corners are: r_i = y_i - h(x_i) [n].
Vector corners_of(const WeightedDual& problem, const Vector& field) {
  return problem.y - field / problem.lambda;
}

Run all_corners(const WeightedDual& problem, const Vector& field) {
  const Vector at = corners_of(problem, field);
  Run run{{}, -problem.upper.sum()};
  for (Eigen::Index i = 0; i < at.size(); ++i)
    run.corners.push_back({at(i), problem.upper(i) - problem.lower(i)});
  return run;
}

// The corners that agree with the guess and the next one on either side of them.
Run corners_near(const WeightedDual& problem, const Vector& field, double guess) {
  const double reach = near_enough * (1 + std::abs(guess)), begin = guess - reach, end = guess + reach;
  const Vector at = corners_of(problem, field);
  Run run;
  Corner left{-infinity, 0}, right{infinity, 0};
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const double lower = problem.lower(i), upper = problem.upper(i);
    run.slope -= at(i) < begin ? lower : upper;
    if (at(i) < begin) {
      if (at(i) > left.at) left = {at(i), upper - lower};
    } else if (at(i) > end) {
      if (at(i) < right.at) right = {at(i), upper - lower};
    } else {
      run.corners.push_back({at(i), upper - lower});
    }
  }
  run.slope -= left.raise;
  run.first = left.at == -infinity;
  run.last = right.at == infinity;
  if (!run.first) run.corners.push_back(left);
  if (!run.last) run.corners.push_back(right);
  return run;
}

} // namespace

InterceptInterval intercept_interval(const WeightedDual& problem, const Vector& field) {
  return scan(all_corners(problem, field), flatness(problem));
}

double intercept_near(const WeightedDual& problem, const Vector& field, double guess) {
  const Run run = corners_near(problem, field, guess);
  const InterceptInterval interval = scan(run, flatness(problem));
  const bool enclosed =
      (run.first || std::isfinite(interval.lower)) && (run.last || std::isfinite(interval.upper));
  return enclosed ? chosen_intercept(interval) : intercept(problem, field);
}

double chosen_intercept(const InterceptInterval& interval) {
  const bool bounded_below = std::isfinite(interval.lower), bounded_above = std::isfinite(interval.upper);
  if (bounded_below && bounded_above) return 0.5 * (interval.lower + interval.upper);
  if (bounded_below) return interval.lower;
  return bounded_above ? interval.upper : 0;
}

double intercept(const WeightedDual& problem, const Vector& field) {
  return chosen_intercept(intercept_interval(problem, field));
}

} // namespace core
