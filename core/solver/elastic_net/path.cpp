#include "core/solver/elastic_net/path.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/elastic_net/quadratic_model.hpp"

namespace core {
namespace {

constexpr double enough = 1e-10;   // relative bound at which a working set is left alone
constexpr double certified = 1e-8; // relative bound of a converged fit
constexpr double serious = 0.5;    // of the largest violation: what a sweep takes up
constexpr int most_rounds = 1000, most_sweeps = 64, most_halvings = 60;
constexpr double sufficient = 1e-4;   // of what the slope promises: how far a whole step has to fall
constexpr double least_lift = 1e-7;   // of the curvature's floor, where steps are too long
constexpr double least_floor = 1e-13; // of the curvature: the model is never flat
constexpr double least_omega = 0.01;  // in the scale of gamma
constexpr double ulp = 0x1p-52;
constexpr double noise = 1e-13; // relative, of the objective as it is added up

double sign(double v) {
  return v > 0 ? 1 : v < 0 ? -1 : 0;
}

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
  const Vector f = none.array() + best_intercept(loss, problem.y, none, 0);
  const Vector pulled = problem.columns.transpose() * point_losses(loss, problem.y, f).pull;
  return pulled.cwiseAbs().maxCoeff() / std::max(problem.omega, least_omega);
}

template double largest_gamma(const ElasticNetProblem&, const Coherence&);
template double largest_gamma(const ElasticNetProblem&, const HuberisedHinge&);

template <class Loss>
ElasticNetPath<Loss>::ElasticNetPath(const ElasticNetProblem& problem, const Loss& loss)
    : m_(problem.columns),
      y_(problem.y),
      omega_(problem.omega),
      ridge_kind_(problem.ridge),
      loss_(loss),
      system_(problem),
      b_(Vector::Zero(m_.cols())),
      h_(Vector::Zero(m_.rows())) {
  expect(y_.minCoeff() < 0 && y_.maxCoeff() > 0, "an elastic net is fitted to two classes");
  expect(0 < omega_ && omega_ <= 1, "a path of elastic nets has a 1-norm");
  if (m_.size() > 0) largest_entry_ = m_.cwiseAbs().maxCoeff();
  refresh();
  pulled_ = m_.transpose() * pull_;
  largest_gamma_ = gamma_ = pulled_.cwiseAbs().maxCoeff() / std::max(omega_, least_omega);
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

/// The intercept that is best for b, and the losses there.
template <class Loss>
void ElasticNetPath<Loss>::refresh() {
  intercept_ = best_intercept(loss_, y_, h_, intercept_);
  PointLosses at = point_losses(loss_, y_, h_.array() + intercept_);
  pull_ = std::move(at.pull);
  weights_ = at.curvature.cwiseMax(std::max(floor_, least_floor) * loss_.most_curvature() /
                                   static_cast<double>(y_.size()));
  objective_ = objective_of(b_, h_, intercept_);
}

template <class Loss>
double ElasticNetPath<Loss>::objective_of(const Vector& b, const Vector& h, double intercept) const {
  const double square = ridge_kind_ == Ridge::plain ? b.squaredNorm() : b.dot(h);
  return mean_loss(loss_, y_, h.array() + intercept) + ridge_ / 2 * square + one_ * b.template lpNorm<1>();
}

/// Takes minus the gradient of the smooth part on these columns; the largest entry of the smallest
/// subgradient there.
template <class Loss>
double ElasticNetPath<Loss>::gradient_on(const Columns& columns) {
  const Vector pulled = transposed_times(m_, columns, pull_);
  double misfit = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Eigen::Index j = columns[k];
    pulled_(j) =
        pulled(static_cast<Eigen::Index>(k)) - ridge_ * (ridge_kind_ == Ridge::plain ? b_(j) : h_(j));
    const double e = b_(j) == 0 ? std::abs(pulled_(j)) - one_ : std::abs(pulled_(j) - one_ * sign(b_(j)));
    misfit = std::max(misfit, e);
  }
  return misfit;
}

template <class Loss>
double ElasticNetPath<Loss>::bound(double misfit) const {
  return misfit * (b_.template lpNorm<1>() + objective_ / one_);
}

/// Asks the columns outside the working set for their condition too; those that violate it join. Raises the
/// misfit to that of all columns. False where none joins.
template <class Loss>
bool ElasticNetPath<Loss>::admit_violators(double& misfit) {
  std::vector<char> known(static_cast<std::size_t>(b_.size()), 0);
  for (const Eigen::Index j : working_) known[static_cast<std::size_t>(j)] = 1;
  Columns others;
  for (Eigen::Index j = 0; j < b_.size(); ++j)
    if (!known[static_cast<std::size_t>(j)]) others.push_back(j);
  misfit = std::max(misfit, gradient_on(others));
  const auto before = working_.size();
  const double least = one_ + enough * objective_ / bound(1);
  for (const Eigen::Index j : others)
    if (std::abs(pulled_(j)) > least) working_.push_back(j);
  std::sort(working_.begin(), working_.end());
  return working_.size() > before;
}

/// The columns of a sweep: those at zero that violate their condition by at least half as much as the worst,
/// the worst first; all of the working set after steps of Newton's that changed signs in vain.
template <class Loss>
auto ElasticNetPath<Loss>::to_sweep() const -> Columns {
  const auto excess = [&](Eigen::Index j) { return b_(j) == 0 ? std::abs(pulled_(j)) - one_ : 0; };
  double most = 0;
  for (const Eigen::Index j : working_) most = std::max(most, excess(j));
  Columns columns;
  for (const Eigen::Index j : working_)
    if (sweeps_ > 1 ? b_(j) != 0 || excess(j) > 0 : excess(j) > serious * most) columns.push_back(j);
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
  QuadraticModel model(m_, weights_, pull_, ridge_kind_ == Ridge::kernel ? &h_ : nullptr);
  Vector d = Vector::Zero(static_cast<Eigen::Index>(columns.size()));
  for (int sweep = 0; sweep < sweeps_; ++sweep) {
    bool turned = false;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Eigen::Index j = columns[k];
      double& by = d(static_cast<Eigen::Index>(k));
      const double before = b_(j) + by;
      const double after = model.best(j, before, {one_, ridge_});
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
bool ElasticNetPath<Loss>::newton() {
  Columns face;
  for (const Eigen::Index j : working_)
    if (b_(j) != 0) face.push_back(j);
  if (face.empty()) return false;
  gradient_on(face);
  Vector downhill(static_cast<Eigen::Index>(face.size()));
  for (std::size_t k = 0; k < face.size(); ++k)
    downhill(static_cast<Eigen::Index>(k)) = pulled_(face[k]) - one_ * sign(b_(face[k]));
  return move(face, system_.step({face, weights_, downhill, ridge_}));
}

/// A step from b to `to` on some columns, with what its objective's slopes need.
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
    out.linear += by * (ridge_ * (kernel ? h_(j) : b_(j)) + one_ * sign(b_(j) != 0 ? b_(j) : by));
    out.square += ridge_ * by * (kernel ? out.image(j) : by);
  }
  return out;
}

/// The slope of the objective along a step, a fraction of it gone, the intercept at its best.
template <class Loss>
double ElasticNetPath<Loss>::slope(const Step& step, double fraction) const {
  const Vector h = h_ + fraction * step.image;
  const double intercept = best_intercept(loss_, y_, h, intercept_);
  const Vector pull = point_losses(loss_, y_, h.array() + intercept).pull;
  return step.linear + fraction * step.square - pull.dot(step.image);
}

/// Takes b and M b where that does not raise the objective, but for its rounding.
template <class Loss>
bool ElasticNetPath<Loss>::accept(Vector b, Vector h, double most) {
  const double intercept = best_intercept(loss_, y_, h, intercept_);
  if (!(objective_of(b, h, intercept) <= most)) return false;
  b_ = std::move(b);
  h_ = std::move(h);
  intercept_ = intercept;
  refresh();
  return true;
}

/// Goes the whole direction, coefficients that would change their sign set to zero; where that does not lower
/// the objective, along the ray. False where nothing does.
template <class Loss>
bool ElasticNetPath<Loss>::move(const Columns& columns, const Vector& direction) {
  Vector next = b_, change(direction.size());
  for (Eigen::Index k = 0; k < direction.size(); ++k) {
    const Eigen::Index j = columns[static_cast<std::size_t>(k)];
    next(j) = b_(j) + direction(k);
    if (b_(j) * next(j) < 0) next(j) = 0;
    change(k) = next(j) - b_(j);
  }
  const Step step = step_of(columns, std::move(change));
  const double before = std::abs(step.linear - pull_.dot(step.image));
  const Vector h = h_ + step.image;
  // Below the digits of the objective its slope still tells a step that arrives from one that goes astray.
  if (accept(next, h, objective_ - sufficient * before) ||
      (std::abs(slope(step, 1)) <= before / 2 && accept(next, h, objective_ * (1 + noise)))) {
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
  const double start = slope(step, 0);
  if (!(start < 0)) return false;
  const double length = slope(step, reach) > 0 ? lowest_before(step, reach, start) : reach;
  if (length < 0.1 * reach) floor_ = std::min(1.0, std::max(10 * least_lift, 100 * floor_));
  if (length == 0) return false;
  cut_ = length == reach && reach < 1;
  Vector next = b_;
  for (Eigen::Index k = 0; k < step.change.size(); ++k) {
    const Eigen::Index j = step.columns[static_cast<std::size_t>(k)];
    next(j) = b_(j) + length * step.change(k);
    if (b_(j) != 0 && (b_(j) * next(j) <= 0 || -b_(j) / step.change(k) == length)) next(j) = 0;
  }
  return accept(std::move(next), h_ + length * step.image, objective_ * (1 + noise));
}

/// A fraction of the step left of the lowest point, close to it in its slope.
template <class Loss>
double ElasticNetPath<Loss>::lowest_before(const Step& step, double reach, double start) const {
  double low = 0, high = reach;
  for (int k = 0; k < most_halvings && high - low > 1e-3 * high; ++k) {
    const double middle = low + (high - low) / 2;
    const double at = slope(step, middle);
    (at <= 0 ? low : high) = middle;
    if (at <= 0 && at >= 0.1 * start) break;
  }
  return low;
}

/// M b in long double, so that decision values keep their digits where large coefficients cancel.
template <class Loss>
void ElasticNetPath<Loss>::extend() {
  Eigen::Matrix<long double, Eigen::Dynamic, 1> sum =
      Eigen::Matrix<long double, Eigen::Dynamic, 1>::Zero(h_.size());
  for (Eigen::Index j = 0; j < b_.size(); ++j)
    if (b_(j) != 0) sum += static_cast<long double>(b_(j)) * m_.col(j).template cast<long double>();
  h_ = sum.template cast<double>();
  refresh();
}

template <class Loss>
Certificate ElasticNetPath<Loss>::certificate(double misfit, std::int64_t rounds) const {
  Certificate out{Status::not_converged, objective_, objective_ - bound(misfit), rounds};
  // An entry of M'r: n additions of numbers that are themselves as wrong as f is, times the curvature.
  const double of_f = ulp * (h_.cwiseAbs().dot(weights_) + 2 * std::abs(intercept_) * weights_.sum());
  const double of_pull = static_cast<double>(y_.size() + 8) * ulp * pull_.template lpNorm<1>() + of_f;
  out.rounding = bound(largest_entry_ * of_pull);
  if (out.proves(certified)) out.status = Status::ok;
  return out;
}

template <class Loss>
ElasticNetFit ElasticNetPath<Loss>::at(double gamma) {
  expect(gamma > 0, "an elastic net has a penalty");
  start(gamma);
  refresh();
  objectives_.assign(1, objective_);
  double misfit = gradient_on(working_);
  for (std::int64_t rounds = 0;; ++rounds) {
    const bool moved = bound(misfit) > enough * objective_ && rounds < most_rounds && descend();
    if (!moved) {
      extend();
      misfit = gradient_on(working_);
      if (!admit_violators(misfit) || rounds >= most_rounds)
        return {intercept_, b_, certificate(misfit, rounds)};
    }
    misfit = gradient_on(working_);
  }
}

/// One round. False where it changed nothing.
template <class Loss>
bool ElasticNetPath<Loss>::descend() {
  const double floor_before = floor_;
  cut_ = false;
  bool moved = sweep();
  do {
    cut_ = false;
    moved |= newton();
  } while (cut_);
  objectives_.push_back(objective_);
  return moved || floor_ != floor_before;
}

template class ElasticNetPath<Coherence>;
template class ElasticNetPath<HuberisedHinge>;

} // namespace core
