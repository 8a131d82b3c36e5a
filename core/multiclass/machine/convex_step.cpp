#include "core/multiclass/machine/convex_step.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace core {
namespace {

using Eigen::Index;

/// A piece that leads at the reference by more than any f moved on the way there, within these bounds, is
/// taken to stay the largest.
constexpr double least_certain_lead = 0.02, certain_lead = 0.25;

/// The working set has at least this many observations for each unknown, or a fifth of all.
constexpr Index per_unknown = 4;

/// The room above the largest piece at which a solution begins.
constexpr double first_room = 0.5;

/// How far f may go from the reference before what was left out is looked at again; the next times further.
constexpr double first_reach = 4, further = 4;

/// A factorisation of a square of so many inputs costs less than its triangle saves in each step.
constexpr Index many_inputs = 24;

constexpr int most_rounds = 60, most_tries = 13;

/// A relative gap beyond this is not taken for a solution.
constexpr double proven_gap = 1e-6;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// The rows [w] of a matrix, zeros below.
void take_rows(const Matrix& from, const std::vector<Index>& rows, Matrix& to) {
  const auto w = static_cast<Index>(rows.size());
  for (Index j = 0; j < from.cols(); ++j) {
    const double* source = from.col(j).data();
    double* column = to.col(j).data();
    for (Index i = 0; i < w; ++i) column[i] = source[rows[at(i)]];
    for (Index i = w; i < to.rows(); ++i) column[i] = 0;
  }
}

} // namespace

ConvexStep::ConvexStep(MulticlassSample sample, Ties ties, double ridge)
    : sample_(std::move(sample)), ties_(ties), ridge_(ridge), active_set_(sample_.at) {
  const Index m = sample_.at.padded(), K = sample_.classes(), r = sample_.at.x.cols();
  slope_ = dropped_ = multipliers_ = Matrix::Zero(m, K);
  on_basis_ = Matrix::Zero(m, K - 1);
  linear_ = moments_ = Matrix::Zero(r, K - 1);
  left_ = Vector::Zero(m);
  working_.radius = sample_.at.radius;
}

void ConvexStep::measure(MachineState& state) const {
  const Index m = sample_.at.padded();
  const Matrix spread = state.z * sample_.basis.transpose();
  state.f.resize(m, sample_.classes());
  for (Vector* v : {&state.top, &state.lead, &state.which}) v->resize(m);
  pieces::values(classes(), sample_.at.inputs(), {spread.data(), nullptr}, state.f.data());
  pieces::tops(classes(), {m, sample_.at.t.data(), state.f.data()},
               {state.top.data(), state.lead.data(), state.which.data()});
}

void ConvexStep::set_truncated(const Truncated& truncated) {
  slope_.setZero();
  constant_ = 0;
  for (Index i = 0; i < sample_.size(); ++i) {
    const double c = sample_.at.cost(i);
    const Index k = truncated.rival[at(i)];
    slope_(i, k < 0 ? sample_.y[at(i)] : k) = -c;
    if (k >= 0) constant_ -= c * truncated.s;
  }
}

void ConvexStep::choose(const MachineState& reference) {
  const Index n = sample_.size();
  const Index least = std::min(per_unknown * linear_.size(), std::max<Index>(1, n / 5));
  leads_.assign(reference.lead.data(), reference.lead.data() + n);
  double certain = std::clamp(reference.moved, least_certain_lead, certain_lead);
  if (std::count_if(leads_.begin(), leads_.end(), [&](double lead) { return lead <= certain; }) < least) {
    std::nth_element(leads_.begin(), leads_.begin() + (least - 1), leads_.end());
    certain = leads_[at(least - 1)];
  }
  kept_.assign(at(n), -1);
  for (Index i = 0; i < n; ++i)
    if (reference.lead(i) > certain) kept_[at(i)] = static_cast<Index>(reference.which(i));
}

void ConvexStep::gather() {
  rows_.clear();
  dropped_ = slope_;
  for (Index i = 0; i < sample_.size(); ++i) {
    const Index k = kept_[at(i)];
    if (k < 0)
      rows_.push_back(i);
    else
      dropped_(i, k) += sample_.at.cost(i);
  }
  pieces::onto_basis(classes(), sample_.at.padded(), dropped_.data(), on_basis_.data());
  pieces::moments(classes(), sample_.at.inputs(), on_basis_.data(), linear_.data());
  const auto w = static_cast<Index>(rows_.size()), m = std::max<Index>(pieces::lanes, pieces::padded(w));
  working_.count = w;
  working_.x.resize(m, sample_.at.x.cols());
  working_.t.resize(m, sample_.classes());
  take_rows(sample_.at.x, rows_, working_.x);
  take_rows(sample_.at.t, rows_, working_.t);
  working_.cost.resize(m);
  for (Index i = 0; i < w; ++i) working_.cost(i) = sample_.at.cost(rows_[at(i)]);
  working_.cost.tail(m - w).setConstant(w > 0 ? working_.cost.head(w).mean() : 1);
}

/// The problem of the working set. Where it has fewer observations than there are inputs, w + G, G what is
/// linear in w, lies in the span of their inputs: the coordinates there, by a factorisation Q R of these
/// inputs, take the place of w, and R' is a triangle. With as many observations as many inputs the triangle
/// alone is worth it.
void ConvexStep::solve_working(Matrix& z, const PieceInteriorPoint::Ends& ends) {
  const Index r = z.rows() - 1, w = working_.count;
  working_.base.resize(0, 0);
  working_.lower = false;
  if (w > r || w == 0 || (w == r && r < many_inputs)) {
    solver_.solve({sample_.basis, working_, linear_, ridge_}, z, ends);
    return;
  }
  const Matrix G = linear_.topRows(r);
  const Matrix base = -(working_.x.topLeftCorner(w, r) * G) * sample_.basis.transpose();
  const Eigen::HouseholderQR<Matrix> qr(working_.x.topLeftCorner(w, r).transpose());
  Matrix rotated = z.topRows(r) + G;
  rotated.applyOnTheLeft(qr.householderQ().adjoint());
  Matrix inside(w + 1, z.cols()), linear = Matrix::Zero(w + 1, z.cols());
  inside << rotated.topRows(w), z.row(r);
  linear.row(w) = linear_.row(r);
  const Index m = working_.padded();
  Matrix x = Matrix::Zero(m, w + 1);
  x.topLeftCorner(w, w) = qr.matrixQR().topRows(w).triangularView<Eigen::Upper>().transpose();
  x.col(w).head(w).setOnes();
  working_.x = std::move(x);
  working_.lower = true;
  working_.base = Matrix::Zero(m, base.cols());
  working_.base.topRows(w) = base;
  solver_.solve({sample_.basis, working_, linear, ridge_}, inside, ends);
  rotated.topRows(w) = inside.topRows(w);
  rotated.bottomRows(r - w).setZero();
  rotated.applyOnTheLeft(qr.householderQ());
  z << rotated - G, inside.row(w);
}

bool ConvexStep::take_back(const MachineState& state) {
  bool any = false;
  for (Index i = 0; i < sample_.size(); ++i) {
    Index& k = kept_[at(i)];
    if (k < 0 || static_cast<Index>(state.which(i)) == k) continue;
    k = -1;
    any = true;
  }
  return any;
}

double ConvexStep::primal(const MachineState& state) const {
  const Index n = sample_.size(), r = state.z.rows() - 1;
  return constant_ + state.z.topRows(r).squaredNorm() / 2 + ridge_ / 2 * state.z.row(r).squaredNorm() +
         sample_.at.cost.head(n).dot(state.top.head(n)) + slope_.cwiseProduct(state.f).sum();
}

/// The multipliers of all observations, and the part of D that is linear in them.
double ConvexStep::spread_multipliers() {
  multipliers_ = slope_;
  double value = constant_;
  for (Index i = 0; i < sample_.size(); ++i) {
    const Index k = kept_[at(i)];
    if (k < 0) continue;
    multipliers_(i, k) += sample_.at.cost(i);
    value += sample_.at.cost(i) * sample_.at.t(i, k);
  }
  const Matrix& a = solver_.multipliers();
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Index i = rows_[j], row = static_cast<Index>(j);
    double sum = 0;
    for (Index k = 0; k < a.cols(); ++k) sum += a(row, k);
    const double scale = sample_.at.cost(i) / sum;
    for (Index k = 0; k < a.cols(); ++k) {
      multipliers_(i, k) += scale * a(row, k);
      value += scale * a(row, k) * sample_.at.t(i, k);
    }
  }
  return value;
}

/// The same of an answer with ties: kept_ holds the pieces that observations are on.
double ConvexStep::spread_ties(const std::vector<Tie>& ties) {
  const Vector &a = active_set_.multipliers(), &cost = sample_.at.cost;
  multipliers_ = slope_;
  double value = constant_;
  for (Index i = 0; i < sample_.size(); ++i) {
    const Index k = kept_[at(i)];
    multipliers_(i, k) += cost(i);
    value += cost(i) * sample_.at.t(i, k);
  }
  for (const Tie& tie : ties) left_(tie.row) = cost(tie.row);
  for (std::size_t j = 0; j < ties.size(); ++j) left_(ties[j].row) -= std::max(0.0, a(static_cast<Index>(j)));
  for (std::size_t j = 0; j < ties.size(); ++j) {
    const auto& [row, piece, base] = ties[j];
    const double most = cost(row) / std::max(cost(row), cost(row) - left_(row));
    const double share = most * std::max(0.0, a(static_cast<Index>(j)));
    multipliers_(row, piece) += share;
    multipliers_(row, base) -= share;
    value += share * (sample_.at.t(row, piece) - sample_.at.t(row, base));
  }
  return value;
}

/// `linear`: the part of D that is linear in the multipliers at hand.
void ConvexStep::certify(const MachineState& state, double linear, Certificate& certificate) {
  certificate.primal = primal(state);
  pieces::onto_basis(classes(), sample_.at.padded(), multipliers_.data(), on_basis_.data());
  pieces::moments(classes(), sample_.at.inputs(), on_basis_.data(), moments_.data());
  const Index r = moments_.rows() - 1;
  certificate.dual =
      linear - moments_.topRows(r).squaredNorm() / 2 - moments_.row(r).squaredNorm() / (2 * ridge_);
  certificate.rounding = rounding(state);
}

/// What P and D, as computed, may be off by: each sum by its length in units of what it adds up.
double ConvexStep::rounding(const MachineState& state) const {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const Index n = sample_.size(), r = moments_.rows() - 1;
  const double length = unit * static_cast<double>(n + r + 4 * sample_.classes()), radius = sample_.at.radius;
  const double z = radius * state.z.topRows(r).norm() + state.z.row(r).norm();
  const double costs = sample_.at.cost.head(n).sum(), added = multipliers_.cwiseAbs().sum();
  const double primal = length * (state.z.squaredNorm() + 4 * costs * (1 + z));
  const double w_off = length * added * radius, b_off = length * added;
  const double w = moments_.topRows(r).norm(), b = moments_.row(r).norm();
  return primal + length * (added + w * w + b * b / ridge_) + w_off * (w + w_off) +
         b_off * (b + b_off) / ridge_;
}

/// From the answer before by its ties. False, and nothing changed, where that does not end proven.
bool ConvexStep::follow(MachineState& state, double wanted, Certificate& certificate) {
  pieces::onto_basis(classes(), sample_.at.padded(), slope_.data(), on_basis_.data());
  pieces::moments(classes(), sample_.at.inputs(), on_basis_.data(), linear_.data());
  MachineState next = state;
  const bool is_over = active_set_.solve({sample_.basis, sample_.at, linear_, ridge_},
                                         {next.z, next.f, next.which, next.ties});
  certificate.iterations = active_set_.steps();
  if (!is_over) return false;
  kept_.resize(at(sample_.size()));
  for (Index i = 0; i < sample_.size(); ++i) kept_[at(i)] = static_cast<Index>(next.which(i));
  measure(next);
  certify(next, spread_ties(next.ties), certificate);
  if (!certificate.proves(wanted)) return false;
  state = std::move(next);
  return true;
}

/// The ties of an interior answer: further pieces with a multiplier that is larger than what they lack to the
/// largest one.
void ConvexStep::find_ties(MachineState& state) const {
  constexpr double least_share = 1e-4;
  state.ties.clear();
  if (ties_ == Ties::left_alone) return;
  const Matrix& a = solver_.multipliers();
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Index i = rows_[j], base = static_cast<Index>(state.which(i));
    for (Index k = 0; k < a.cols(); ++k) {
      const double share = a(static_cast<Index>(j), k) / sample_.at.cost(i);
      const double off = state.top(i) - sample_.at.t(i, k) - state.f(i, k);
      if (k != base && share > std::max(least_share, off)) state.ties.push_back({i, k, base});
    }
  }
}

Certificate ConvexStep::descend(MachineState& state, double wanted) {
  choose(state);
  before_ = state.f;
  Certificate certificate, tried;
  Answer best;
  certificate.primal = tried.primal = primal(state);
  double room = first_room, reach = first_reach;
  int tries = 0;
  for (int round = 0; round < most_rounds; ++round) {
    gather();
    from_ = state.z;
    const double enough = 0.1 * wanted * std::max(1e-12, std::abs(tried.primal));
    solve_working(state.z, {room, enough, reach});
    tried.iterations += solver_.steps();
    measure(state);
    const bool taken_back = take_back(state), too_far = solver_.moved_too_far();
    if (too_far) state.z = from_;
    if (taken_back || too_far) {
      reach *= further;
      continue;
    }
    certify(state, spread_multipliers(), tried);
    find_ties(state);
    state.moved = (state.f - before_).topRows(sample_.size()).cwiseAbs().maxCoeff();
    const bool better = tries == 0 || tried.gap() < certificate.gap();
    if (better) certificate = tried;
    if (tried.meets(wanted)) break;
    // Where nothing but the ridge holds an intercept, rounding may leave a gap that no repetition closes, and
    // a further one may widen it.
    if (better) best = {state, on_basis_};
    if (++tries == most_tries) break;
    room *= 0.1;
  }
  certificate.iterations = tried.iterations;
  if (tries > 0 && !certificate.meets(wanted)) std::tie(state, on_basis_) = std::move(best);
  certificate.status = certificate.proves(std::max(wanted, proven_gap)) ? Status::ok : Status::not_converged;
  return certificate;
}

Certificate ConvexStep::solve(const Truncated& truncated, MachineState& state, double wanted) {
  set_truncated(truncated);
  const bool from_nothing = state.z.isZero(0);
  const bool is_hinge = std::ranges::all_of(truncated.rival, [](Index k) { return k < 0; });
  Attempts& attempts = is_hinge ? hinge_attempts_ : dc_attempts_;
  Certificate certificate;
  was_followed_ = false;
  if (ties_ == Ties::followed && !from_nothing && attempts.are_due()) {
    was_followed_ = follow(state, wanted, certificate);
    attempts.add(was_followed_);
    if (was_followed_) return certificate;
  }
  const std::int64_t attempted = certificate.iterations;
  certificate = descend(state, wanted);
  certificate.iterations += attempted;
  if (certificate.status == Status::ok || from_nothing) return certificate;
  // A reference that is far off where costs are large can lead a start of little room astray; f = 0 does not.
  Answer best{state, on_basis_};
  state.z.setZero();
  measure(state);
  Certificate again = descend(state, wanted);
  certificate.iterations = again.iterations += certificate.iterations;
  if (again.gap() <= certificate.gap()) return again;
  std::tie(state, on_basis_) = std::move(best);
  return certificate;
}

Matrix ConvexStep::coefficients() const {
  return -on_basis_.topRows(sample_.size());
}

} // namespace core
