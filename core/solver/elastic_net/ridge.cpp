#include "core/solver/elastic_net/ridge.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/newton_system.hpp"

namespace core {
namespace {

constexpr double close_enough = 1e-11;          // relative duality gap
constexpr double least_model_curvature = 1e-13; // of the largest: the model is never flat
constexpr int most_steps = 200;
constexpr double shortest_step = 1e-12;

/// A dual point from the slopes r, in the domain of the conjugate.
Vector feasible(const Labels& y, const Vector& r) {
  const double positive = (y.array() > 0).select(r, 0).sum(), negative = -(y.array() < 0).select(r, 0).sum();
  return balanced(y, r, positive, negative);
}

template <class Loss>
class RidgeNewton {
 public:
  RidgeNewton(const Matrix& gram, const Labels& y, const Loss& loss, double gamma)
      : gram_(gram), y_(y), loss_(loss), gamma_(gamma), theta_(Vector::Zero(y.size())), image_(theta_) {
    rows_.resize(static_cast<std::size_t>(y.size()));
    std::iota(rows_.begin(), rows_.end(), Eigen::Index{0});
    objective_ = objective_of(theta_, image_, intercept_);
  }

  Certificate run() {
    const auto system = dense_newton({gram_, rows_}, gamma_);
    Certificate best{Status::not_converged, objective_, -infinity};
    for (;; ++best.iterations) {
      const PointLosses at = point_losses(loss_, y_, f());
      const Vector target = feasible(y_, at.pull), target_image = gram_ * target;
      best.primal = objective_;
      best.dual = std::max(best.dual, dual_of(target, target_image));
      if (best.relative_gap() <= close_enough || best.iterations == most_steps) break;
      const auto n = static_cast<double>(y_.size());
      const Vector s = at.curvature.cwiseMax(least_model_curvature * loss_.most_curvature() / n).cwiseSqrt();
      const NewtonStep step = system->solve(s, (target_image - image_) / gamma_, 0);
      const Vector correction = s.cwiseProduct(step.u);
      if (!advance(target + correction - theta_, target_image + gram_ * correction - image_)) break;
    }
    Certificate proof = certificate();
    proof.iterations = best.iterations;
    proof.status = proof.proves(converged_gap) ? Status::ok : Status::not_converged;
    return proof;
  }

  const Vector& theta() const { return theta_; }
  double intercept() const { return intercept_; }

 private:
  Vector f() const { return image_.array() / gamma_ + intercept_; }

  double objective_of(const Vector& theta, const Vector& image, double& intercept) const {
    const ProfiledLosses at = profiled_losses(loss_, y_, image / gamma_, intercept);
    intercept = at.intercept;
    return at.mean + theta.dot(image) / (2 * gamma_);
  }

  double dual_of(const Vector& a, const Vector& image) const {
    const auto n = static_cast<double>(y_.size());
    double sum = 0;
    for (Eigen::Index i = 0; i < a.size(); ++i) sum -= loss_.conjugate(-n * y_(i) * a(i));
    return sum / n - a.dot(image) / (2 * gamma_);
  }

  /// Both values computed afresh from theta and the intercept. Rounding: of f that of G theta, which moves a
  /// loss by its slope and curvature; of the two forms, of the sums, and what the dual point lacks to sum 0.
  Certificate certificate() const {
    const Vector image = gram_times(gram_, theta_), f = (image / gamma_).array() + intercept_;
    const PointLosses at = point_losses(loss_, y_, f);
    const Vector target = feasible(y_, at.pull), target_image = gram_times(gram_, target);
    Certificate out;
    out.primal = mean_loss(loss_, y_, f) + theta_.dot(image) / (2 * gamma_);
    out.dual = dual_of(target, target_image);
    const auto n = static_cast<double>(y_.size());
    const Vector off = rounding_of_product(gram_, theta_) / gamma_ +
                       2 * unit_roundoff * (f.cwiseAbs().array() + std::abs(intercept_)).matrix();
    const double bends = loss_.most_curvature() / n;
    const double losses = off.dot(at.pull.cwiseAbs() + bends * off);
    const double forms =
        theta_.cwiseAbs().dot(rounding_of_product(gram_, theta_)) +
        target.cwiseAbs().dot(rounding_of_product(gram_, target)) +
        2 * (n + 8) * unit_roundoff *
            (theta_.cwiseAbs().dot(image.cwiseAbs()) + target.cwiseAbs().dot(target_image.cwiseAbs()));
    const double unbalanced = std::abs(target.sum()) + 2 * n * unit_roundoff * target.lpNorm<1>();
    const double lever = 1 + std::abs(intercept_) + (image - target_image).lpNorm<Eigen::Infinity>() / gamma_;
    out.rounding = losses + forms / (2 * gamma_) + 16 * (n + 8) * unit_roundoff * std::abs(out.primal) +
                   2 * unbalanced * lever;
    return out;
  }

  bool advance(const Vector& direction, const Vector& image) {
    for (double length = 1; length >= shortest_step; length /= 2) {
      const Vector theta = theta_ + length * direction, moved = image_ + length * image;
      double intercept = intercept_;
      const double value = objective_of(theta, moved, intercept);
      if (!(value < objective_)) continue;
      theta_ = theta;
      image_ = moved;
      intercept_ = intercept;
      objective_ = value;
      return true;
    }
    return false;
  }

  const Matrix& gram_;
  const Labels& y_;
  Loss loss_;
  double gamma_;
  std::vector<Eigen::Index> rows_;
  Vector theta_, image_; // theta, G theta
  double intercept_ = 0, objective_ = 0;
};

} // namespace

template <class Loss>
ElasticNetFit fit_ridge(const ElasticNetProblem& problem, const Loss& loss, double gamma) {
  expect(problem.omega == 0 && gamma > 0, "a ridge has no 1-norm and a penalty");
  expect(problem.y.minCoeff() < 0 && problem.y.maxCoeff() > 0, "a ridge is fitted to two classes");
  const bool kernel = problem.ridge == Ridge::kernel;
  const Matrix gram = kernel ? problem.columns : problem.columns * problem.columns.transpose();
  RidgeNewton<Loss> newton(gram, problem.y, loss, gamma);
  const Certificate certificate = newton.run();
  Vector b = kernel ? newton.theta() : problem.columns.transpose() * newton.theta();
  return {newton.intercept(), b / gamma, certificate};
}

template ElasticNetFit fit_ridge(const ElasticNetProblem&, const Coherence&, double);
template ElasticNetFit fit_ridge(const ElasticNetProblem&, const HuberisedHinge&, double);

} // namespace core
