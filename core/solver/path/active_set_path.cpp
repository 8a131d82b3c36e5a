#include "core/solver/path/active_set_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

/// Residuals and drift are computed afresh, at the cost of n^2, after this many events or n / 2, whichever is
/// more.
constexpr ActiveSetPath::Index least_refresh = 64;

} // namespace

ActiveSetPath::ActiveSetPath(const Gram& gram)
    : gram_(gram),
      n_(gram.rows()),
      padded_(loops::padded(n_ + 1)),
      elbow_(gram),
      followed_(least_followed()),
      most_events_(1000 + 50 * n_) {
  expect(gram.computed() == nullptr, "a path needs its columns at hand");
  if (gram.features()) weights_ = Vector::Zero(gram.features()->x.cols());
  for (Vector* v : {&r_, &r_slope_, &side_, &rate_, &drift_, &resting_, &width_, &delta_})
    *v = Vector::Zero(padded_);
}

void ActiveSetPath::place(const MovingProblem& problem, double T, const std::vector<Stand>& stands,
                          double b) {
  expect(problem.size() == n_ && static_cast<Index>(stands.size()) == n_,
         "every point has a box and a stand");
  expect(std::find(stands.begin(), stands.end(), Stand::elbow) == stands.end(),
         "a path starts with no elbow");
  problem_ = std::make_shared<const MovingProblem>(problem);
  stands_ = stands;
  elbow_.clear();
  failure_.clear();
  events_ = 0;
  T_ = T;
  b_ = b;
  refresh();
}

void ActiveSetPath::turn(MovingProblem problem, double T, double to) {
  r_.head(n_) += (problem_->target - problem.target) + (T_ * problem_->target_rate - T * problem.target_rate);
  unpin(problem, T);
  problem_ = std::make_shared<const MovingProblem>(std::move(problem));
  T_ = progress_ = T;
  way_ = to < T ? -1 : 1;
  span_ = std::abs(to - T);
  stalled_ = 0;
  barred_ = -1;
  noise_ = drift_seen_ = 0;
  set_rates();
  aim();
}

/// A pinned point that gets a box with width stands at the bound its value is at.
void ActiveSetPath::unpin(const MovingProblem& problem, double T) {
  for (Index i = 0; i < n_; ++i) {
    if (stands_[i] != Stand::pinned) continue;
    const double a = problem_->lower_at(i, T_);
    const double above_middle = (a - problem.lower_at(i, T)) - (problem.upper_at(i, T) - a);
    stands_[i] = above_middle > 0 || (above_middle == 0 && r_[i] < 0) ? Stand::upper : Stand::lower;
  }
}

void ActiveSetPath::set_rates() {
  const MovingProblem& p = *problem_;
  boxes_move_ = (p.lower_rate.array() != 0).any() || (p.upper_rate.array() != 0).any();
  rate_.head(n_) = p.target_rate;
  const double to = T_ + way_ * span_;
  const auto largest = [&](double T) {
    return (p.lower + T * p.lower_rate).cwiseAbs().cwiseMax((p.upper + T * p.upper_rate).cwiseAbs());
  };
  const double mass = largest(T_).cwiseMax(largest(to)).sum(),
               reach = (p.target + T_ * p.target_rate).cwiseAbs().maxCoeff();
  for (Index i = 0; i < n_; ++i) bring_in_line(i);
  unit_ = elbow_.lift() * mass + reach;
  place_bounds();
  for (Index j = 0; j < elbow_.size(); ++j) {
    on_elbow_.lower_rate[j] = way_ * p.lower_rate[elbow_.point(j)];
    on_elbow_.upper_rate[j] = way_ * p.upper_rate[elbow_.point(j)];
  }
  recompute_drift();
}

/// Brings the arrays of point i in line with its stand and its box.
void ActiveSetPath::bring_in_line(Index i) {
  const bool wide =
      problem_->lower[i] != problem_->upper[i] || problem_->lower_rate[i] != problem_->upper_rate[i];
  expect(wide || stands_[i] != Stand::elbow, "a point on the elbow has a box with width");
  if (!wide) stands_[i] = Stand::pinned;
  side_[i] = stands_[i] == Stand::lower ? 1 : stands_[i] == Stand::upper ? -1 : 0;
  width_[i] = problem_->upper_at(i, T_) - problem_->lower_at(i, T_);
  resting_[i] = stands_[i] == Stand::elbow ? 0 : bound(i, T_);
}

void ActiveSetPath::place_bounds() {
  for (Index j = 0; j < elbow_.size(); ++j) {
    on_elbow_.lower[j] = problem_->lower_at(elbow_.point(j), T_);
    on_elbow_.upper[j] = problem_->upper_at(elbow_.point(j), T_);
  }
}

double ActiveSetPath::bound(Index i, double T) const {
  return stands_[i] == Stand::upper ? problem_->upper_at(i, T) : problem_->lower_at(i, T);
}

double ActiveSetPath::bound_rate(Index i) const {
  if (stands_[i] == Stand::elbow) return 0;
  return way_ * (stands_[i] == Stand::upper ? problem_->upper_rate[i] : problem_->lower_rate[i]);
}

void ActiveSetPath::recompute_drift() {
  drift_.setZero();
  total_ = 0;
  if (!boxes_move_) return;
  Vector rates(n_);
  for (Index i = 0; i < n_; ++i) {
    rates[i] = bound_rate(i);
    total_ -= rates[i];
  }
  add_combination(rates, drift_);
}

void ActiveSetPath::add_column(Index point, double c, Vector& y) const {
  if (c != 0) add_columns(gram_, {&point, 1}, {&c, 1}, y);
}

/// A sum of the elbow's columns: of a linear kernel, of its inputs with x_E'c for coefficients.
loops::Columns ActiveSetPath::combined(Index m, const double* coefficients) {
  const Features* linear = gram_.features();
  if (linear == nullptr) return on_elbow_.combined(m, coefficients);
  weights_.setZero();
  for (Index j = 0; j < m; ++j) weights_ += coefficients[j] * linear->rows.col(elbow_.point(j));
  return {weights_.size(), linear->columns.data(), weights_.data()};
}

void ActiveSetPath::add_combination(const Vector& c, Vector& y) const {
  std::vector<Index> points;
  std::vector<double> coefficients;
  points.reserve(static_cast<std::size_t>(n_));
  coefficients.reserve(static_cast<std::size_t>(n_));
  for (Index i = 0; i < n_; ++i) {
    if (c[i] == 0) continue;
    points.push_back(i);
    coefficients.push_back(c[i]);
  }
  add_columns(gram_, points, coefficients, y);
}

void ActiveSetPath::raise(double c) {
  b_ += c;
  r_.head(n_).array() += c;
}

Vector ActiveSetPath::fresh_residuals() const {
  Vector fresh = Vector::Zero(padded_);
  fresh.head(n_) = Vector::Constant(n_, b_) - problem_->target - T_ * problem_->target_rate;
  add_combination(a(T_), fresh);
  return fresh;
}

void ActiveSetPath::refresh() {
  Vector fresh = fresh_residuals();
  drift_seen_ = std::max(drift_seen_, (fresh - r_).head(n_).cwiseAbs().maxCoeff());
  r_.swap(fresh);
}

double ActiveSetPath::measured_drift() const {
  return std::max(drift_seen_, (fresh_residuals() - r_).head(n_).cwiseAbs().maxCoeff());
}

bool ActiveSetPath::reach(double T, double slack) {
  const Index events = events_;
  while (ok() && before(T, slack)) {
    if (worth_a_jump() && jump_towards(T)) continue;
    if (worth_a_stretch()) {
      pass_stretches(T, slack);
    } else {
      pass_event();
      follow_fewer();
    }
  }
  if (events_ != events) jump_further();
  return ok();
}

void ActiveSetPath::advance_to(double T) {
  move(way_ * (T - T_));
  T_ = T;
  refresh();
}

void ActiveSetPath::move(double length) {
  T_ += way_ * length;
  b_ += length * b_slope_;
  loops::add(elbow_.size(), length, on_elbow_.slope.data(), on_elbow_.a.data());
  if (near_.on())
    near_.move(length);
  else
    loops::add(n_, length, r_slope_.data(), r_.data());
}

void ActiveSetPath::fail(const char* why) {
  failure_ = why;
  step_ = Event{loops::never, -1, -1};
}

ActiveSetPath::Index ActiveSetPath::refresh_every() const {
  return std::max(least_refresh, n_ / 2);
}

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
  const Vector field = full_product(gram_, a);
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

ActiveSetPath::Rest ActiveSetPath::rest(Vector r, Vector slope) const {
  Rest rest{std::move(r), std::move(slope)};
  const loops::Node node{rest.r.data(), rest.slope.data(), rate_.data(),
                         side_.data(),  width_.data(),     resting_.data()};
  Vector f(n_);
  const loops::NodeSums sums = loops::read(n_, node, {0, 0}, f.data());
  rest.a_r = sums.a_r;
  rest.a_slope = loops::dot(n_, resting_.data(), rest.slope.data());
  rest.y_a = sums.y_a;
  for (Index j = 0; j < elbow_.size(); ++j) rest.y_a += rate_[elbow_.point(j)] * on_elbow_.a[j];
  rest.width = sums.width;
  rest.infeasibility = reading(sums, 1, 0).infeasibility;
  return rest;
}

ActiveSetPath::Reading ActiveSetPath::read(double lambda, const Rest& rest, double* f) const {
  const loops::Node node{rest.r.data(), rest.slope.data(), rate_.data(),
                         side_.data(),  width_.data(),     nullptr};
  const double violation = loops::read_violation(n_, node, {lambda, 1 / lambda}, f);
  const double a_r = rest.a_r + lambda * rest.a_slope;
  return {rest.y_a / 2 - a_r / (2 * lambda), violation / lambda, 1.5 * rest.width / lambda,
          rest.infeasibility};
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
