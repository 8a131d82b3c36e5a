#include "core/solver/parametric/large_lambda.hpp"
#include <algorithm>
#include "core/contract.hpp"

namespace core {

MovingProblem lambda_problem(const WeightedClasses& classes, double pi) {
  const auto& [gram, y, m] = classes;
  MovingProblem p;
  const Vector zero = Vector::Zero(y.size());
  p.target_rate = y;
  p.target = p.lower_rate = p.upper_rate = zero;
  p.upper = (y.array() > 0).select(m * (1 - pi), zero);
  p.lower = (y.array() < 0).select(-m * pi, zero);
  return p;
}

MovingProblem LargeLambdaSweep::problem(double majority) const {
  const auto& [gram, y, m] = classes_;
  MovingProblem p;
  const Vector zero = Vector::Zero(y.size());
  p.target = p.target_rate = p.lower = zero;
  p.upper = (y.array() > 0).select(m, zero);
  p.upper_rate = -p.upper;
  p.lower_rate = (y.array() < 0).select(-m, zero);
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    if (y[i] == majority || majority == 0) continue;
    if (y[i] > 0) p.lower[i] = p.upper[i], p.lower_rate[i] = p.upper_rate[i];
    else p.upper[i] = p.lower[i], p.upper_rate[i] = p.lower_rate[i];
  }
  return p;
}

LargeLambdaSweep::LargeLambdaSweep(const WeightedClasses& classes)
    : classes_(classes), origin_(classes.gram), path_(classes.gram) {
  const auto& [gram, y, m] = classes_;
  double plus = 0, minus = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) (y[i] > 0 ? plus : minus) += m[i];
  balanced_ = plus / (plus + minus);
  std::vector<Stand> stands(static_cast<std::size_t>(y.size()));
  for (Eigen::Index i = 0; i < y.size(); ++i) stands[i] = y[i] > 0 ? Stand::upper : Stand::lower;
  origin_.place(problem(0), balanced_, stands, 0);
}

void LargeLambdaSweep::limit_events(Eigen::Index most) { origin_.limit_events(most); path_.limit_events(most); }

LargeLambdaVertex LargeLambdaSweep::at(double pi) {
  const double majority = pi > balanced_ ? -1 : pi < balanced_ ? 1 : 0;
  const bool ahead = majority != 0 && majority == majority_ && path_.way() * (pi - path_.segment_begin()) >= 0;
  if (!ahead) {
    path_ = origin_;
    majority_ = majority;
    if (majority != 0) path_.turn(problem(majority), balanced_, majority < 0 ? 1 : 0);
  }
  if (majority != 0) path_.reach(pi);
  LargeLambdaVertex v{path_, 0, {}, {}, 0, majority, false};
  if (!v.path.ok()) return v;
  if (majority != 0) v.path.advance_to(pi), v.path.refresh();
  v.residuals = v.path.residuals();
  v.a = v.path.a(pi);
  v.b = v.path.b(pi);
  v.free = v.path.has_free_point(pi);
  double up = -loops::never, down = -loops::never;   // largest r of + , largest -r of -
  for (Eigen::Index i = 0; i < classes_.y.size(); ++i) {
    if (classes_.multiplicity[i] == 0) continue;
    if (classes_.y[i] > 0) up = std::max(up, v.residuals[i]);
    else down = std::max(down, -v.residuals[i]);
  }
  v.threshold = std::max(0.0, (majority < 0 ? up : majority > 0 ? down : up + down) / 2);
  if (v.threshold > 0) {
    v.path.raise(majority != 0 ? majority * v.threshold : v.threshold - up);
    v.path.turn(lambda_problem(classes_, pi), v.threshold, 0);
  }
  return v;
}

}  // namespace core
