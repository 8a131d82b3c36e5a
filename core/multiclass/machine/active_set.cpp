#include "core/multiclass/machine/active_set.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>

namespace core {
namespace {

using Eigen::Index;

/// A multiplier below minus this share of its cost is negative.
constexpr double negative = 1e-11;

/// What lies above the piece at hand by less than this after a whole step does not cross it.
constexpr double touching = 1e-12;

/// The interior point method costs as much as some such number of steps, and two for each unknown.
constexpr std::int64_t fewest_steps = 60;

/// How far f goes in the first stretch of a step, and how much longer the following ones are.
constexpr double first_stretch = 0.05, longer = 8;

/// A tie that is off by more than this at the start is none.
constexpr double untrue = 1e-3;

} // namespace

PieceActiveSet::PieceActiveSet(const PieceObservations& at)
    : rows_(at.x.transpose()), intercept_weight_(at.radius > 0 ? at.radius * at.radius : 1) {}

/// The inner product of two ties, the intercepts' part times intercept_weight_: ties that are independent
/// stay so where the inputs alone do not tell them apart.
double PieceActiveSet::product(const Tie& one, const Tie& other) const {
  const int classes = (one.piece == other.piece) - (one.piece == other.base) - (one.base == other.piece) +
                      (one.base == other.base);
  if (classes == 0) return 0;
  const Index r = rows_.rows() - 1;
  return classes * (rows_.col(one.row).head(r).dot(rows_.col(other.row).head(r)) + intercept_weight_);
}

void PieceActiveSet::append(const Tie& tie) {
  const auto s = static_cast<Index>(point_->ties.size());
  if (products_.size() <= s) products_.resize(2 * s + 8);
  for (Index j = 0; j < s; ++j) products_(j) = product(point_->ties[static_cast<std::size_t>(j)], tie);
  products_(s) = product(tie, tie);
  if (factor_.append(products_))
    point_->ties.push_back(tie);
  else
    is_dependent_ = true;
}

/// Puts an observation on another piece.
void PieceActiveSet::turn(Index row, Index piece) {
  const auto before = static_cast<Index>(point_->which(row));
  const auto change = problem_->basis.row(piece) - problem_->basis.row(before);
  gradient_.noalias() += problem_->at.cost(row) * rows_.col(row) * change;
  point_->which(row) = static_cast<double>(piece);
}

void PieceActiveSet::begin() {
  const PieceProblem& problem = *problem_;
  const Index m = problem.at.padded(), J = problem.basis.cols(), r = rows_.rows() - 1;
  on_basis_.setZero(m, J);
  for (const Tie& tie : point_->ties) point_->which(tie.row) = static_cast<double>(tie.base);
  for (Index i = 0; i < problem.at.count; ++i)
    on_basis_.row(i) = problem.at.cost(i) * problem.basis.row(static_cast<Index>(point_->which(i)));
  gradient_.resize(r + 1, J);
  pieces::moments(problem.classes(), problem.at.inputs(), on_basis_.data(), gradient_.data());
  gradient_ += problem.linear;
  gradient_.topRows(r) += point_->z.topRows(r);
  gradient_.row(r) += problem.ridge * point_->z.row(r);
  d_.resize(r + 1, J);
  df_.resize(m, J + 1);
  beyond_.resize(m);
  rest_.resize(m);
}

/// The ties that still hold, one by one.
void PieceActiveSet::restore_ties() {
  std::vector<Tie> wanted;
  wanted.swap(point_->ties);
  factor_.clear();
  const Matrix &t = problem_->at.t, &f = point_->f;
  for (const Tie& tie : wanted) {
    const double off =
        (t(tie.row, tie.piece) + f(tie.row, tie.piece)) - (t(tie.row, tie.base) + f(tie.row, tie.base));
    if (std::abs(off) <= untrue) append(tie);
  }
  is_dependent_ = false; // what depends on the others is left out
}

/// What a step must undo at every tie: how far it is off, and what the gradient alone would do.
void PieceActiveSet::project() {
  const Index s = factor_.size(), r = rows_.rows() - 1;
  const Matrix &V = problem_->basis, &t = problem_->at.t, &f = point_->f;
  projected_.resize(s);
  for (Index j = 0; j < s; ++j) {
    const Tie& tie = point_->ties[static_cast<std::size_t>(j)];
    double sum =
        (t(tie.row, tie.base) + f(tie.row, tie.base)) - (t(tie.row, tie.piece) + f(tie.row, tie.piece));
    for (Index p = 0; p < V.cols(); ++p) {
      const double share = V(tie.piece, p) - V(tie.base, p);
      if (share == 0) continue;
      sum += share *
             (rows_.col(tie.row).head(r).dot(gradient_.col(p).head(r)) + intercept_weight_ * gradient_(r, p));
    }
    projected_(j) = sum;
  }
}

/// The multipliers, and the step of the intercepts. With T the ties, T_b their part on the intercepts, h the
/// projection and G = T diag(1, .., 1, mu) T', mu the weight of the intercepts,
///
///   G a = (1 - mu ridge) T_b d_b - h,   T_b' a + ridge d_b = -g_b,
///
/// of which a is eliminated.
void PieceActiveSet::equations() {
  const Index s = factor_.size(), r = rows_.rows() - 1, J = problem_->basis.cols();
  const double scale = 1 - intercept_weight_ * problem_->ridge;
  B_.resize(s, J);
  for (Index j = 0; j < s; ++j) {
    const Tie& tie = point_->ties[static_cast<std::size_t>(j)];
    B_.row(j) = problem_->basis.row(tie.piece) - problem_->basis.row(tie.base);
  }
  for (Index p = 0; p < J; ++p) factor_.forward(B_.col(p).data());
  u_ = projected_;
  factor_.forward(u_.data());
  Matrix S = scale * (B_.transpose() * B_);
  S.diagonal().array() += problem_->ridge;
  Vector b = B_.transpose() * u_ - gradient_.row(r).transpose();
  S.llt().solveInPlace(b);
  d_.row(r) = b.transpose();
  a_ = scale * (B_ * b) - u_;
  factor_.backward(a_.data());
}

void PieceActiveSet::untie(std::size_t j) {
  factor_.remove(static_cast<Index>(j));
  point_->ties.erase(point_->ties.begin() + static_cast<std::ptrdiff_t>(j));
}

void PieceActiveSet::release(Index row) {
  for (std::size_t j = point_->ties.size(); j-- > 0;)
    if (point_->ties[j].row == row) untie(j);
}

/// Takes an observation off its base, which the first of its ties replaces.
void PieceActiveSet::change_base(Index row) {
  std::vector<Tie> others;
  for (const Tie& tie : point_->ties)
    if (tie.row == row) others.push_back(tie);
  release(row);
  const Index base = others.front().piece;
  turn(row, base);
  for (std::size_t j = 1; j < others.size(); ++j) append({row, others[j].piece, base});
}

/// Unties the multiplier that is most below 0. False where none is.
bool PieceActiveSet::untie_worst() {
  for (const Tie& tie : point_->ties) rest_(tie.row) = problem_->at.cost(tie.row);
  for (std::size_t j = 0; j < point_->ties.size(); ++j)
    rest_(point_->ties[j].row) -= a_(static_cast<Index>(j));
  double least = 0;
  Index worst = -1, row = -1;
  for (std::size_t j = 0; j < point_->ties.size(); ++j) {
    const Index i = point_->ties[j].row;
    const double a = a_(static_cast<Index>(j)), cost = problem_->at.cost(i);
    if (a < -negative * cost && a < least) {
      least = a;
      worst = static_cast<Index>(j);
    }
    const double rest = rest_(i);
    if (rest < -negative * cost && rest < least) {
      least = rest;
      worst = -1;
      row = i;
    }
  }
  if (least == 0) return false;
  if (worst >= 0)
    untie(static_cast<std::size_t>(worst));
  else
    change_base(row);
  project();
  return true;
}

/// The step in w, given that of the intercepts; and in f.
void PieceActiveSet::direct() {
  const Index r = rows_.rows() - 1;
  const Matrix& V = problem_->basis;
  d_.topRows(r) = -gradient_.topRows(r);
  for (Index j = 0; j < factor_.size(); ++j) {
    const Tie& tie = point_->ties[static_cast<std::size_t>(j)];
    for (Index p = 0; p < V.cols(); ++p) {
      const double share = a_(j) * (V(tie.piece, p) - V(tie.base, p));
      if (share != 0) d_.col(p).head(r) -= share * rows_.col(tie.row).head(r);
    }
  }
  spread_.noalias() = d_ * V.transpose();
  pieces::values(problem_->classes(), problem_->at.inputs(), {spread_.data(), nullptr}, df_.data());
}

bool PieceActiveSet::is_tied(const Tie& tie) const {
  return std::find(point_->ties.begin(), point_->ties.end(), tie) != point_->ties.end();
}

/// The first crossing of an observation's piece in a stretch of the step: the piece that rises above it.
PieceActiveSet::Crossing PieceActiveSet::next_crossing(Index row, const Stretch& stretch) const {
  const Matrix &t = problem_->at.t, &f = point_->f;
  const auto on = static_cast<Index>(point_->which(row));
  Crossing next{infinity, row, -1};
  for (Index k = 0; k < t.cols(); ++k) {
    if (k == on) continue;
    const double gap = (t(row, on) + f(row, on)) - (t(row, k) + f(row, k)), rate = df_(row, k) - df_(row, on);
    if (!(stretch.to * rate - gap > touching)) continue;
    const double at = std::max(stretch.from, gap / rate);
    if (at < next.at && !is_tied({row, k, on})) next = {at, row, k};
  }
  return next;
}
/// Every observation's first crossing in a stretch of the step, the earliest on top.
void PieceActiveSet::find_crossings(const Stretch& stretch) {
  const PieceProblem& problem = *problem_;
  pieces::beyond(problem.classes(), {problem.at.padded(), problem.at.t.data(), point_->f.data()},
                 {df_.data(), point_->which.data(), stretch.to}, beyond_.data());
  crossings_.clear();
  for (Index i = 0; i < problem.at.count; ++i) {
    if (!(beyond_(i) > touching)) continue;
    const Crossing first = next_crossing(i, stretch);
    if (first.piece >= 0) crossings_.push_back(first);
  }
  std::make_heap(crossings_.begin(), crossings_.end(), std::greater<>{});
}

/// Goes through the crossings of a stretch until P rises: observations that are passed take their new pieces.
/// False where P falls all along it.
bool PieceActiveSet::pass(const Stretch& stretch) {
  find_crossings(stretch);
  while (!crossings_.empty()) {
    const Crossing next = crossings_.front();
    if (slope_ + next.at * curvature_ >= 0) return true;
    const auto on = static_cast<Index>(point_->which(next.row));
    slope_ += problem_->at.cost(next.row) * (df_(next.row, next.piece) - df_(next.row, on));
    is_crossed_ = true;
    if (slope_ + next.at * curvature_ >= 0) {
      stop_ = next;
      return true;
    }
    turn(next.row, next.piece);
    passed_.push_back(next.row);
    std::pop_heap(crossings_.begin(), crossings_.end(), std::greater<>{});
    crossings_.pop_back();
    const Crossing further = next_crossing(next.row, {next.at, stretch.to});
    if (further.piece < 0) continue;
    crossings_.push_back(further);
    std::push_heap(crossings_.begin(), crossings_.end(), std::greater<>{});
  }
  return slope_ + stretch.to * curvature_ >= 0;
}

/// How far along d the minimum is, at most a whole step, stretch by stretch: a direction that only the ridge
/// bends goes far beyond it.
double PieceActiveSet::search() {
  const Index r = rows_.rows() - 1;
  const double w = d_.topRows(r).squaredNorm(), b = d_.row(r).squaredNorm();
  curvature_ = w + problem_->ridge * b;
  slope_ = -curvature_;
  is_crossed_ = false;
  stop_.piece = -1;
  passed_.clear();
  const double moved = problem_->at.radius * std::sqrt(w) + std::sqrt(b);
  Stretch stretch{0, std::min(1.0, first_stretch / moved)};
  while (!pass(stretch) && stretch.to < 1) stretch = {stretch.to, std::min(1.0, longer * stretch.to)};
  if (stop_.piece >= 0) return stop_.at;
  return is_crossed_ ? std::min(1.0, -slope_ / curvature_) : 1;
}

/// Moves, and brings the ties up to date.
void PieceActiveSet::move(double length) {
  const Index r = rows_.rows() - 1;
  point_->z += length * d_;
  point_->f += length * df_;
  gradient_.topRows(r) += length * d_.topRows(r);
  gradient_.row(r) += length * problem_->ridge * d_.row(r);
  for (const Index row : passed_) release(row);
  if (stop_.piece >= 0) append({stop_.row, stop_.piece, static_cast<Index>(point_->which(stop_.row))});
  project();
}

bool PieceActiveSet::solve(const PieceProblem& problem, const Point& point) {
  problem_ = &problem;
  point_ = &point;
  is_dependent_ = false;
  begin();
  restore_ties();
  project();
  const std::int64_t most = fewest_steps + 2 * gradient_.size();
  for (steps_ = 0; !is_dependent_ && steps_ < most; ++steps_) {
    equations();
    if (!a_.allFinite()) return false;
    const bool is_untied = untie_worst();
    if (is_untied) equations();
    if (!a_.allFinite()) return false;
    direct();
    move(search());
    if (!is_crossed_ && !is_untied) return !is_dependent_ && point.z.allFinite();
  }
  return false;
}

} // namespace core
