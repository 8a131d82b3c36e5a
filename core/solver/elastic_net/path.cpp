#include "core/solver/elastic_net/path.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "core/contract.hpp"
#include "core/elementary/extended.hpp"
#include "core/elementary/functions.hpp"
#include "core/solver/elastic_net/face_products.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/elastic_net/quadratic_model.hpp"

namespace core {
namespace {

constexpr double settled = 1e-10; // relative bound at which a working set is left alone
constexpr int most_rounds = 1000, most_idle = 10, most_sweeps = 64, most_halvings = 60;
constexpr double sufficient = 1e-4;   // of what the slope promises: how far a whole step has to fall
constexpr double least_lift = 1e-7;   // of the curvature's floor, where steps are too long
constexpr double least_floor = 1e-13; // of the curvature: the model is never flat
constexpr double least_omega = 0.01;  // in the scale of gamma
constexpr double noise = 1e-13;       // relative, of the objective as it is added up

double sign(double v) {
  return v > 0 ? 1 : v < 0 ? -1 : 0;
}

/// Tells when rounding leaves nothing to gain: for some rounds the objective has not fallen by more than its
/// noise, nor the misfit to half of its least, close to which it is.
class Stall {
 public:
  bool is_over(double objective, double misfit) {
    const bool gained = objective < objective_ * (1 - noise) || misfit < misfit_ / 2;
    if (gained) objective_ = objective, misfit_ = std::min(misfit, misfit_);
    idle_ = gained ? 0 : idle_ + 1;
    return idle_ >= most_idle && misfit <= 2 * misfit_;
  }

 private:
  double objective_ = infinity, misfit_ = infinity;
  int idle_ = 0;
};

} // namespace

Vector ElasticNetFit::decision(const Matrix& columns) const {
  Vector f = Vector::Constant(columns.rows(), intercept);
  for (Eigen::Index j = 0; j < coefficients.size(); ++j)
    if (coefficients(j) != 0) f += coefficients(j) * columns.col(j);
  return f;
}

template <class Loss>
double largest_gamma(const ElasticNetProblem& problem, const Loss& loss) {
  const Vector none = Vector::Zero(problem.y.size());
  const Vector pulled = problem.columns.transpose() * profiled_losses(loss, problem.labels(), none, 0).pull;
  return pulled.cwiseAbs().maxCoeff() / std::max(problem.omega, least_omega);
}

template double largest_gamma(const ElasticNetProblem&, const Coherence&);
template double largest_gamma(const ElasticNetProblem&, const HuberisedHinge&);

template <class Loss>
ElasticNetPath<Loss>::ElasticNetPath(const ElasticNetProblem& problem, const Loss& loss)
    : m_(problem.columns),
      labels_(problem.labels()),
      copies_(problem.copies),
      omega_(problem.omega),
      ridge_kind_(problem.ridge),
      loss_(loss),
      system_(problem),
      b_(Vector::Zero(m_.cols())),
      h_(Vector::Zero(m_.rows())) {
  expect(problem.y.minCoeff() < 0 && problem.y.maxCoeff() > 0, "an elastic net is fitted to two classes");
  expect(0 < omega_ && omega_ <= 1, "a path of elastic nets has a 1-norm");
  if (m_.size() > 0) largest_entry_ = m_.cwiseAbs().maxCoeff();
  losses_ = profiled_losses(loss_, labels_, h_, 0);
  pulled_ = m_.transpose() * losses_.pull;
  largest_gamma_ = gamma_ = pulled_.cwiseAbs().maxCoeff() / std::max(omega_, least_omega);
  if constexpr (std::is_same_v<Loss, Coherence>)
    if (proximal_newton_pays(problem)) newton_.emplace(problem, loss);
}

/// The terms of gamma, and the columns that the sequential strong rule leaves.
template <class Loss>
void ElasticNetPath<Loss>::start(double gamma) {
  const double rule = omega_ * (2 * gamma - gamma_);
  working_.clear();
  for (Eigen::Index j = 0; j < b_.size(); ++j)
    if (b_(j) != 0 || std::abs(pulled_(j)) >= rule) working_.push_back(j);
  gamma_ = gamma;
  one_ = gamma * omega_;
  ridge_ = gamma * (1 - omega_);
  floor_ = 0;
  sweeps_ = 1;
}

/// (R b)_j.
template <class Loss>
double ElasticNetPath<Loss>::ridge_at(Eigen::Index j) const {
  if (ridge_kind_ == Ridge::kernel) return h_(j);
  return copies_.size() == 0 ? b_(j) : b_(j) / copies_(j);
}

/// The penalty and the objective at b.
template <class Loss>
void ElasticNetPath<Loss>::add_up() {
  double square = 0;
  norm_ = 0;
  for (const Eigen::Index j : working_) {
    norm_ += std::abs(b_(j));
    square += b_(j) * ridge_at(j);
  }
  penalty_ = ridge_ / 2 * square + one_ * norm_;
  objective_ = losses_.mean + penalty_;
}

/// The largest entry of the smallest subgradient, of all columns that were asked and of those at zero.
template <class Loss>
struct ElasticNetPath<Loss>::Misfit {
  double all = 0, at_zero = 0;
};

/// Takes minus the gradient of the smooth part on these columns.
template <class Loss>
auto ElasticNetPath<Loss>::gradient_on(const Columns& columns) -> Misfit {
  const Vector pulled = transposed_times(m_, columns, losses_.pull);
  Misfit out;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Eigen::Index j = columns[k];
    const double at = pulled(static_cast<Eigen::Index>(k)) - ridge_ * ridge_at(j);
    pulled_(j) = at;
    if (b_(j) == 0)
      out.at_zero = std::max(out.at_zero, std::abs(at) - one_);
    else
      out.all = std::max(out.all, std::abs(at - std::copysign(one_, b_(j))));
  }
  out.all = std::max(out.all, out.at_zero);
  return out;
}

/// The columns whose coefficients are not zero.
template <class Loss>
auto ElasticNetPath<Loss>::face() const -> Columns {
  Columns out;
  for (const Eigen::Index j : working_)
    if (b_(j) != 0) out.push_back(j);
  return out;
}

template <class Loss>
double ElasticNetPath<Loss>::bound(double misfit) const {
  return misfit * (norm_ + objective_ / one_);
}

/// Asks the columns outside the working set for their condition too; those that violate it join. Raises the
/// misfit to that of all columns. False where none joins.
template <class Loss>
bool ElasticNetPath<Loss>::admit_violators(Misfit& misfit) {
  std::vector<char> known(static_cast<std::size_t>(b_.size()), 0);
  for (const Eigen::Index j : working_) known[static_cast<std::size_t>(j)] = 1;
  Columns others;
  for (Eigen::Index j = 0; j < b_.size(); ++j)
    if (!known[static_cast<std::size_t>(j)]) others.push_back(j);
  misfit.all = std::max(misfit.all, gradient_on(others).all);
  const auto before = working_.size();
  const double least = one_ + settled * objective_ / bound(1);
  for (const Eigen::Index j : others)
    if (std::abs(pulled_(j)) > least) working_.push_back(j);
  if (working_.size() == before) return false;
  std::sort(working_.begin(), working_.end());
  return true;
}

/// The curvatures at the losses, none below the floor.
template <class Loss>
void ElasticNetPath<Loss>::weigh() {
  weights_ = floored(loss_, labels_, losses_.curvature, std::max(floor_, least_floor));
}

/// The columns of a sweep: those at zero that violate their condition, the worst first; all of the working
/// set after steps of Newton's that changed signs in vain.
template <class Loss>
auto ElasticNetPath<Loss>::to_sweep() const -> Columns {
  Columns columns;
  const auto excess = [&](Eigen::Index j) { return b_(j) == 0 ? std::abs(pulled_(j)) - one_ : 0; };
  for (const Eigen::Index j : working_)
    if (excess(j) > 0 || (sweeps_ > 1 && b_(j) != 0)) columns.push_back(j);
  if (sweeps_ == 1)
    std::stable_sort(columns.begin(), columns.end(),
                     [&](Eigen::Index i, Eigen::Index j) { return excess(i) > excess(j); });
  return columns;
}

/// Sweeps by coordinates, each at the minimum of the quadratic model when its turn comes, the intercept
/// profiled out; then so far as that lowers the objective.
template <class Loss>
bool ElasticNetPath<Loss>::sweep() {
  const Columns columns = to_sweep();
  if (columns.empty()) return false;
  weigh();
  QuadraticModel model(m_, weights_, losses_.pull, ridge_kind_ == Ridge::kernel ? &h_ : nullptr);
  Vector d = Vector::Zero(static_cast<Eigen::Index>(columns.size()));
  for (int sweep = 0; sweep < sweeps_; ++sweep) {
    bool turned = false;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Eigen::Index j = columns[k];
      double& by = d(static_cast<Eigen::Index>(k));
      const double before = b_(j) + by;
      const double ridge = copies_.size() == 0 ? ridge_ : ridge_ / copies_(j);
      const double after = model.best(j, before, {one_, ridge});
      turned |= sign(after) != sign(before);
      model.take(j, after - before);
      by = after - b_(j);
    }
    if (!turned) break;
  }
  return move(columns, d);
}

/// Newton's step on the face of the coefficients that are not zero.
template <class Loss>
bool ElasticNetPath<Loss>::newton(bool is_gradient_known) {
  const Columns face = this->face();
  if (face.empty()) return false;
  if (!is_gradient_known) gradient_on(face);
  weigh();
  Vector downhill(static_cast<Eigen::Index>(face.size()));
  for (std::size_t k = 0; k < face.size(); ++k)
    downhill(static_cast<Eigen::Index>(k)) = pulled_(face[k]) - std::copysign(one_, b_(face[k]));
  return move(face, system_.step({face, weights_, downhill, ridge_}));
}

/// A step from b on some columns. Up to the first change of sign the penalty is that at b, and fraction x
/// linear + fraction^2 / 2 x square.
template <class Loss>
struct ElasticNetPath<Loss>::Step {
  const Columns& columns;
  Vector change;     ///< [|columns|]
  Vector image;      ///< M change [n]
  double linear = 0; ///< the slope of the penalties at b along the change, signs as they are on the way
  double square = 0; ///< change'R change times gamma (1 - omega)
};

template <class Loss>
auto ElasticNetPath<Loss>::step_of(const Columns& columns, Vector change) const -> Step {
  Step out{columns, std::move(change), {}};
  out.image = times(m_, columns, out.change);
  const bool kernel = ridge_kind_ == Ridge::kernel;
  for (Eigen::Index k = 0; k < out.change.size(); ++k) {
    const Eigen::Index j = columns[static_cast<std::size_t>(k)];
    const double by = out.change(k);
    out.linear += by * (ridge_ * ridge_at(j) + one_ * sign(b_(j) != 0 ? b_(j) : by));
    out.square += ridge_ * by * (kernel ? out.image(j) : copies_.size() == 0 ? by : by / copies_(j));
  }
  return out;
}

/// What there is a fraction of a step on, the intercept at its best.
template <class Loss>
struct ElasticNetPath<Loss>::Trial {
  Vector h; ///< [n]
  ProfiledLosses losses;
  double objective, slope; ///< the latter along the step
};

template <class Loss>
auto ElasticNetPath<Loss>::tried(const Step& step, double fraction) const -> Trial {
  Vector h = h_ + fraction * step.image;
  const double turn = -fraction * weights_.dot(step.image) / weights_.sum();
  ProfiledLosses losses = profiled_losses(loss_, labels_, h, losses_.intercept + turn);
  const double objective = losses.mean + penalty_ + fraction * (step.linear + fraction / 2 * step.square);
  const double slope = step.linear + fraction * step.square - losses.pull.dot(step.image);
  return {std::move(h), std::move(losses), objective, slope};
}

/// Goes there; a coefficient that the fraction brings to zero is zero.
template <class Loss>
void ElasticNetPath<Loss>::take(const Step& step, double fraction, Trial trial) {
  for (Eigen::Index k = 0; k < step.change.size(); ++k) {
    double& b = b_(step.columns[static_cast<std::size_t>(k)]);
    const double next = b + fraction * step.change(k);
    b = b != 0 && (b * next <= 0 || -b / step.change(k) == fraction) ? 0 : next;
  }
  h_ = std::move(trial.h);
  losses_ = std::move(trial.losses);
  add_up();
}

/// A change [|columns|] of b that takes to zero what it would take beyond.
template <class Loss>
Vector ElasticNetPath<Loss>::kept_in_sign(const Columns& columns, Vector change) const {
  for (Eigen::Index k = 0; k < change.size(); ++k) {
    const double b = b_(columns[static_cast<std::size_t>(k)]);
    if (b * (b + change(k)) < 0) change(k) = -b;
  }
  return change;
}

/// Goes the whole direction, coefficients that would change their sign set to zero; where that does not lower
/// the objective, along the ray. False where nothing does.
template <class Loss>
bool ElasticNetPath<Loss>::move(const Columns& columns, const Vector& direction) {
  const Step step = step_of(columns, kept_in_sign(columns, direction));
  const double promised = std::abs(step.linear - losses_.pull.dot(step.image));
  Trial trial = tried(step, 1);
  // Below the digits of the objective its slope still tells a step that arrives from one that goes astray.
  if (trial.objective <= objective_ - sufficient * promised ||
      (std::abs(trial.slope) <= promised / 2 && trial.objective <= objective_ * (1 + noise))) {
    take(step, 1, std::move(trial));
    floor_ = floor_ > least_lift ? floor_ / 100 : 0;
    return true;
  }
  sweeps_ = std::min(most_sweeps, 2 * std::max(sweeps_, 4));
  return along_ray(step_of(columns, direction));
}

/// As far along the direction as lowers the objective, and no further than the first change of sign.
template <class Loss>
bool ElasticNetPath<Loss>::along_ray(const Step& step) {
  double reach = 1;
  for (Eigen::Index k = 0; k < step.change.size(); ++k) {
    const double b = b_(step.columns[static_cast<std::size_t>(k)]);
    if (b * step.change(k) < 0) reach = std::min(reach, -b / step.change(k));
  }
  if (!(step.linear - losses_.pull.dot(step.image) < 0)) return false;
  Trial trial = tried(step, reach);
  double length = reach;
  if (trial.slope > 0) {
    length = lowest_before(step, reach);
    trial = tried(step, length);
  }
  if (length < 0.1 * reach) floor_ = std::min(1.0, std::max(10 * least_lift, 100 * floor_));
  if (length == 0 || !(trial.objective <= objective_ * (1 + noise))) return false;
  cut_ = length == reach && reach < 1;
  take(step, length, std::move(trial));
  return true;
}

/// A fraction of the step left of the lowest point, close to it in its slope.
template <class Loss>
double ElasticNetPath<Loss>::lowest_before(const Step& step, double reach) const {
  const double start = step.linear - losses_.pull.dot(step.image);
  double low = 0, high = reach;
  for (int k = 0; k < most_halvings && high - low > 1e-3 * high; ++k) {
    const double middle = low + (high - low) / 2;
    const double at = tried(step, middle).slope;
    (at <= 0 ? low : high) = middle;
    if (at <= 0 && at >= 0.1 * start) break;
  }
  return low;
}

/// M b in numbers of 64 bits, so that decision values keep their digits where large coefficients cancel.
template <class Loss>
void ElasticNetPath<Loss>::extend() {
  constexpr Eigen::Index rows = 4; // at a time: as many sums stay in registers
  const Columns face = this->face();
  for (Eigen::Index i = 0; i < h_.size(); i += rows) {
    const Eigen::Index count = std::min(rows, h_.size() - i);
    Extended sum[rows] = {};
    for (const Eigen::Index j : face) {
      const double* entries = &m_(i, j);
      const Extended b = b_(j);
      for (Eigen::Index r = 0; r < count; ++r) sum[r] += b * Extended(entries[r]);
    }
    for (Eigen::Index r = 0; r < count; ++r) h_(i + r) = static_cast<double>(sum[r]);
  }
  losses_ = profiled_losses(loss_, labels_, h_, losses_.intercept);
  add_up();
}

template <class Loss>
Certificate ElasticNetPath<Loss>::certificate(double misfit, std::int64_t rounds) const {
  Certificate out{Status::not_converged, objective_, objective_ - bound(misfit), rounds};
  out.rounding = bound(largest_entry_ * rounding_of_pull(losses_, h_));
  out.conclude();
  return out;
}

template <class Loss>
ElasticNetFit ElasticNetPath<Loss>::at(double gamma) {
  expect(gamma > 0, "an elastic net has a penalty");
  if (newton_) {
    ElasticNetFit fit = newton_->at(gamma);
    objectives_ = newton_->objectives();
    if (fit.certificate.status == Status::ok) return fit;
    newton_.reset();
  }
  return by_rounds(gamma);
}

template <class Loss>
ElasticNetFit ElasticNetPath<Loss>::by_rounds(double gamma) {
  const Vector before = std::exchange(earlier_, b_);
  const double drop = log(gamma_ / gamma), drop_before = std::exchange(drop_, drop);
  start(gamma);
  add_up();
  objectives_.assign(1, objective_);
  if (drop_before * drop > 0 && drop <= 2 * drop_before) foresee(before, drop / drop_before);
  Misfit misfit = gradient_on(working_);
  Stall stall;
  for (std::int64_t rounds = 0;; ++rounds) {
    const bool moved = bound(misfit.all) > settled * objective_ && rounds < most_rounds &&
                       !stall.is_over(objective_, misfit.all) && descend(misfit);
    if (!moved) {
      extend();
      misfit = gradient_on(working_);
      if (!admit_violators(misfit) || rounds >= most_rounds)
        return {losses_.intercept, b_, certificate(misfit.all, rounds)};
    }
    misfit = gradient_on(working_);
  }
}

/// Goes on as from the solution before the last to the last, the same way in log gamma, where that is lower.
template <class Loss>
void ElasticNetPath<Loss>::foresee(const Vector& before, double reach) {
  const Columns face = this->face();
  weigh();
  const Step step = step_of(face, kept_in_sign(face, reach * (b_(face) - before(face))));
  Trial trial = tried(step, 1);
  if (trial.objective < objective_) take(step, 1, std::move(trial));
}

/// One round. False where it changed nothing.
template <class Loss>
bool ElasticNetPath<Loss>::descend(const Misfit& misfit) {
  const double floor_before = floor_;
  cut_ = false;
  // Where no column at zero wants in there is nothing to sweep, unless signs changed in vain.
  bool moved = (misfit.at_zero > 0 || sweeps_ > 1) && sweep();
  bool is_known = !moved;
  do {
    cut_ = false;
    moved |= newton(is_known);
    is_known = false;
  } while (cut_);
  objectives_.push_back(objective_);
  return moved || floor_ != floor_before;
}

template class ElasticNetPath<Coherence>;
template class ElasticNetPath<HuberisedHinge>;

} // namespace core
