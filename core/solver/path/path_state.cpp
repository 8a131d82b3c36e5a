#include "core/solver/path/path_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

/// A correction of the elbow may leave a box by this share of its width.
constexpr double skin_of_correction = 1e-9;

} // namespace

PathState::PathState(const Gram& of) : gram(of), n(of.rows()), padded(loops::padded(n + 1)), elbow(of) {
  expect(of.computed() == nullptr, "a path needs its columns at hand");
  if (of.features()) weights_ = Vector::Zero(of.features()->x.cols());
  for (Vector* v : {&r, &side, &rate, &drift, &resting, &width, &delta_}) *v = Vector::Zero(padded);
}

void PathState::place(const MovingProblem& moving, double at, const std::vector<Stand>& at_bounds,
                      double multiplier) {
  expect(moving.size() == n && static_cast<Index>(at_bounds.size()) == n,
         "every point has a box and a stand");
  expect(std::find(at_bounds.begin(), at_bounds.end(), Stand::elbow) == at_bounds.end(),
         "a path starts with no elbow");
  problem = std::make_shared<const MovingProblem>(moving);
  stands = at_bounds;
  elbow.clear();
  T = at;
  b = multiplier;
  refresh();
}

void PathState::turn(MovingProblem moving, double at, double to) {
  r.head(n) += (problem->target - moving.target) + (T * problem->target_rate - at * moving.target_rate);
  unpin(moving, at);
  problem = std::make_shared<const MovingProblem>(std::move(moving));
  const MovingProblem& p = *problem;
  T = at;
  way = to < T ? -1 : 1;
  span = std::abs(to - T);
  drift_seen = 0;
  boxes_move = (p.lower_rate.array() != 0).any() || (p.upper_rate.array() != 0).any();
  rate.head(n) = p.target_rate;
  const auto largest = [&](double there) {
    return (p.lower + there * p.lower_rate).cwiseAbs().cwiseMax((p.upper + there * p.upper_rate).cwiseAbs());
  };
  const double mass = largest(T).cwiseMax(largest(T + way * span)).sum(),
               reach = (p.target + T * p.target_rate).cwiseAbs().maxCoeff();
  for (Index i = 0; i < n; ++i) bring_in_line(i);
  unit = elbow.lift() * mass + reach;
  place_bounds();
  for (Index j = 0; j < elbow.size(); ++j) {
    on_elbow.lower_rate[j] = way * p.lower_rate[elbow.point(j)];
    on_elbow.upper_rate[j] = way * p.upper_rate[elbow.point(j)];
  }
  recompute_drift();
}

/// A pinned point that gets a box with width stands at the bound its value is at.
void PathState::unpin(const MovingProblem& moving, double at) {
  for (Index i = 0; i < n; ++i) {
    if (stands[i] != Stand::pinned) continue;
    const double a = problem->lower_at(i, T);
    const double above_middle = (a - moving.lower_at(i, at)) - (moving.upper_at(i, at) - a);
    stands[i] = above_middle > 0 || (above_middle == 0 && r[i] < 0) ? Stand::upper : Stand::lower;
  }
}

/// Brings the arrays of point i in line with its stand and its box.
void PathState::bring_in_line(Index i) {
  const bool wide =
      problem->lower[i] != problem->upper[i] || problem->lower_rate[i] != problem->upper_rate[i];
  expect(wide || stands[i] != Stand::elbow, "a point on the elbow has a box with width");
  if (!wide) stands[i] = Stand::pinned;
  side[i] = stands[i] == Stand::lower ? 1 : stands[i] == Stand::upper ? -1 : 0;
  width[i] = problem->upper_at(i, T) - problem->lower_at(i, T);
  resting[i] = stands[i] == Stand::elbow ? 0 : bound(i, T);
}

void PathState::place_bounds() {
  for (Index j = 0; j < elbow.size(); ++j) {
    on_elbow.lower[j] = problem->lower_at(elbow.point(j), T);
    on_elbow.upper[j] = problem->upper_at(elbow.point(j), T);
  }
}

double PathState::bound(Index i, double at) const {
  return stands[i] == Stand::upper ? problem->upper_at(i, at) : problem->lower_at(i, at);
}

double PathState::bound_rate(Index i) const {
  if (stands[i] == Stand::elbow) return 0;
  return way * (stands[i] == Stand::upper ? problem->upper_rate[i] : problem->lower_rate[i]);
}

void PathState::recompute_drift() {
  drift.setZero();
  total = 0;
  if (!boxes_move) return;
  Vector rates(n);
  for (Index i = 0; i < n; ++i) {
    rates[i] = bound_rate(i);
    total -= rates[i];
  }
  add_combination(rates, drift);
}

void PathState::add_column(Index point, double c, Vector& y) const {
  if (c != 0) add_columns(gram, {&point, 1}, {&c, 1}, y);
}

/// A sum of the elbow's columns: of a linear kernel, of its inputs with x_E'c for coefficients.
loops::Columns PathState::combined(Index m, const double* coefficients) {
  const Features* linear = gram.features();
  if (linear == nullptr) return on_elbow.combined(m, coefficients);
  weights_.setZero();
  for (Index j = 0; j < m; ++j) weights_ += coefficients[j] * linear->rows.col(elbow.point(j));
  return {weights_.size(), linear->columns.data(), weights_.data()};
}

void PathState::add_combination(const Vector& c, Vector& y) const {
  std::vector<Index> points;
  std::vector<double> coefficients;
  points.reserve(static_cast<std::size_t>(n));
  coefficients.reserve(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    if (c[i] == 0) continue;
    points.push_back(i);
    coefficients.push_back(c[i]);
  }
  add_columns(gram, points, coefficients, y);
}

void PathState::raise(double c) {
  b += c;
  r.head(n).array() += c;
}

void PathState::correct() {
  const Index m = elbow.size();
  if (boxes_move) place_bounds();
  double error = 0;
  for (Index j = 0; j < m; ++j) error = std::max(error, std::abs(r[elbow.point(j)]));
  if (error <= rounding * unit) return;
  double missing = -on_elbow.a.head(m).sum();
  for (Index i = 0; i < n; ++i)
    if (stands[i] != Stand::elbow) missing -= bound(i, T);
  const double shift = newton_step(missing).shift;
  for (Index j = 0; j < m; ++j) {
    const double a = on_elbow.a[j] + delta_[j],
                 slack = skin_of_correction * (on_elbow.upper[j] - on_elbow.lower[j]);
    if (!(a >= on_elbow.lower[j] - slack && a <= on_elbow.upper[j] + slack)) return;
  }
  take_step(shift);
}

bool PathState::solve_on_elbow() {
  const Elbow::Solved solved = newton_step(-loops::sum(loops::padded(elbow.size()), on_elbow.a.data()) -
                                           loops::sum(n, resting.data()));
  if (!std::isfinite(solved.shift + solved.magnitude)) return false;
  take_step(solved.shift);
  return true;
}

/// The step of a_E to r_E = 0 with this sum, in delta_.
Elbow::Solved PathState::newton_step(double sum) {
  const Index m = elbow.size();
  for (Index j = 0; j < m; ++j) delta_[j] = -r[elbow.point(j)];
  std::fill(delta_.data() + m, delta_.data() + loops::padded(m), 0.0);
  return elbow.solve(delta_.data(), sum);
}

void PathState::take_step(double shift) {
  const Index m = elbow.size();
  raise(shift);
  loops::add(m, 1, delta_.data(), on_elbow.a.data());
  loops::add_columns(n, combined(m, delta_.data()), r.data());
}

void PathState::join(double a) {
  elbow.append();
  stand_on_elbow(elbow.size() - 1, a);
}

void PathState::stand_on_elbow(Index j, double a) {
  const Index point = elbow.point(j);
  if (boxes_move) {
    add_column(point, -bound_rate(point), drift);
    total += bound_rate(point);
  }
  on_elbow.reserve(j + 1);
  if (near.on()) near.enter(point);
  stands[point] = Stand::elbow;
  side[point] = resting[point] = 0;
  on_elbow.columns[static_cast<std::size_t>(j)] = gram.dense() ? gram.dense()->col(point).data() : nullptr;
  on_elbow.a[j] = a;
  on_elbow.lower[j] = problem->lower_at(point, T);
  on_elbow.upper[j] = problem->upper_at(point, T);
  on_elbow.lower_rate[j] = way * problem->lower_rate[point];
  on_elbow.upper_rate[j] = way * problem->upper_rate[point];
}

void PathState::leave(Index position, Stand at_bound) {
  const Index point = elbow.point(position);
  elbow.remove(position);
  on_elbow.remove(position, elbow.size());
  stand_at(point, at_bound);
  if (near.on()) near.leave(position, side[point], rate[point]);
}

void PathState::stand_at(Index point, Stand at_bound) {
  const double before = bound_rate(point);
  stands[point] = at_bound;
  side[point] = at_bound == Stand::lower ? 1 : -1;
  resting[point] = bound(point, T);
  if (!boxes_move) return;
  add_column(point, bound_rate(point) - before, drift);
  total -= bound_rate(point) - before;
}

Vector PathState::fresh_residuals() const {
  Vector fresh = Vector::Zero(padded);
  fresh.head(n) = Vector::Constant(n, b) - problem->target - T * problem->target_rate;
  // The inputs of a linear kernel by sums of 64 bits: a bound of a node's gap counts on them.
  if (gram.features())
    fresh.head(n) += gram_times(gram, a(T));
  else
    add_combination(a(T), fresh);
  return fresh;
}

void PathState::refresh() {
  Vector fresh = fresh_residuals();
  drift_seen = std::max(drift_seen, (fresh - r).head(n).cwiseAbs().maxCoeff());
  r.swap(fresh);
}

double PathState::measured_drift() const {
  return std::max(drift_seen, (fresh_residuals() - r).head(n).cwiseAbs().maxCoeff());
}

Vector PathState::a(double at) const {
  const double length = way * (at - T);
  Vector a(n);
  for (Index i = 0; i < n; ++i) a[i] = stands[i] == Stand::elbow ? 0 : bound(i, at);
  for (Index j = 0; j < elbow.size(); ++j) a[elbow.point(j)] = on_elbow.a[j] + length * on_elbow.slope[j];
  return a;
}

bool PathState::has_free_point(double at) const {
  const double length = way * (at - T);
  for (Index j = 0; j < elbow.size(); ++j) {
    const Index i = elbow.point(j);
    const double a = on_elbow.a[j] + length * on_elbow.slope[j];
    const double lower = problem->lower_at(i, at), upper = problem->upper_at(i, at),
                 skin = at_bound * (upper - lower);
    if (a > lower + skin && a < upper - skin) return true;
  }
  return false;
}

Vector PathState::polished(double at, double multiplier) {
  Vector a = this->a(at);
  const Vector field = full_product(gram, a);
  const Index m = elbow.size();
  delta_.setZero();
  for (Index j = 0; j < m; ++j) {
    const Index i = elbow.point(j);
    delta_[j] = problem->target[i] + at * problem->target_rate[i] - field[i] - multiplier;
  }
  if (m > 0) elbow.solve(delta_.data(), -a.sum());
  for (Index j = 0; j < m; ++j) a[elbow.point(j)] += delta_[j];
  return a;
}

std::vector<PathState::Index> PathState::wrong_signs(const Vector& r_slope, double step) const {
  std::vector<Index> wrong(static_cast<std::size_t>(n));
  const loops::Residuals at{side.data(), r.data(), r_slope.data()};
  wrong.resize(static_cast<std::size_t>(loops::wrong_signs(n, at, {step, rounding * unit}, wrong.data())));
  return wrong;
}

bool PathState::stand_again(const Standing& at) {
  T = at.T;
  b = at.b;
  r = at.r;
  stands = at.stands;
  on_elbow = at.on_elbow;
  if (!elbow.take(at.elbow)) return false;
  for (Index i = 0; i < n; ++i) bring_in_line(i);
  return true;
}

void PathState::catch_up(const Standing& from, const Vector& a_from) {
  r.head(n) += Vector::Constant(n, b - from.b) - (T - from.T) * rate.head(n);
  add_combination(a(T) - a_from, r);
  near.end();
}

} // namespace core
