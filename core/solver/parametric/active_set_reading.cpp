#include <algorithm>
#include <cmath>

#include "core/solver/parametric/active_set_path.hpp"

namespace core {
Vector ActiveSetPath::a(double T) const {
  const double length = way_ * (T - T_);
  Vector a(n_);
  for (Index i = 0; i < n_; ++i) a[i] = stands_[i] == Stand::elbow ? 0 : bound(i, T);
  for (Index j = 0; j < elbow_.size(); ++j) a[elbow_.point(j)] = on_elbow_.a[j] + length * on_elbow_.slope[j];
  return a;
}

Vector ActiveSetPath::residuals(double T) const {
  return r_.head(n_) + way_ * (T - T_) * r_slope_.head(n_);
}

bool ActiveSetPath::has_free_point(double T) const {
  const double length = way_ * (T - T_);
  for (Index j = 0; j < elbow_.size(); ++j) {
    const Index i = elbow_.point(j);
    const double a = on_elbow_.a[j] + length * on_elbow_.slope[j];
    const double lower = problem_->lower_at(i, T), upper = problem_->upper_at(i, T),
                 skin = at_bound * (upper - lower);
    if (a > lower + skin && a < upper - skin) return true;
  }
  return false;
}

Vector ActiveSetPath::polished(double T) {
  Vector a = this->a(T);
  const Vector field = gram_ * a;
  const Index m = elbow_.size();
  delta_.setZero();
  for (Index j = 0; j < m; ++j) {
    const Index i = elbow_.point(j);
    delta_[j] = problem_->target[i] + T * problem_->target_rate[i] - field[i] - b(T);
  }
  if (m > 0) elbow_.solve(delta_.data(), -a.sum());
  for (Index j = 0; j < m; ++j) a[elbow_.point(j)] += delta_[j];
  return a;
}

ActiveSetPath::Reading ActiveSetPath::read(double lambda, double* f) const {
  const double length = way_ * (lambda - T_);
  const loops::Node node{r_.data(),    r_slope_.data(), rate_.data(),
                         side_.data(), width_.data(),   resting_.data()};
  return reading(loops::read(n_, node, {length, 1 / lambda}, f), lambda, length);
}

ActiveSetPath::Reading ActiveSetPath::read_at_rest(double lambda, const Vector& r, const Vector& slope,
                                                   double* f) const {
  const loops::Node node{r.data(), slope.data(), rate_.data(), side_.data(), width_.data(), resting_.data()};
  return reading(loops::read(n_, node, {lambda, 1 / lambda}, f), lambda, 0);
}

/// Adds the elbow to the sums over the bound points. a'Ka = a'r + lambda y'a because sum a = 0, and r_E = 0.
ActiveSetPath::Reading ActiveSetPath::reading(const loops::NodeSums& sums, double lambda,
                                              double length) const {
  double y_a = sums.y_a, total = sums.a, excess = 0;
  for (Index j = 0; j < elbow_.size(); ++j) {
    const double a = on_elbow_.a[j] + length * on_elbow_.slope[j];
    y_a += rate_[elbow_.point(j)] * a;
    total += a;
    excess = std::max({excess, on_elbow_.lower[j] - a, a - on_elbow_.upper[j]});
  }
  return {y_a / 2 - sums.a_r / (2 * lambda), sums.violation / lambda, 1.5 * sums.width / lambda,
          std::max(excess, std::abs(total)) / sums.width};
}

} // namespace core
