#include "core/solver/elastic_net/ridge.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/solver/elastic_net/certify_ridge.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/logistic/newton_system.hpp"

namespace core {
namespace {

constexpr double close_enough = 1e-11;          // relative duality gap
constexpr double least_model_curvature = 1e-13; // of the largest: the model is never flat
constexpr int most_steps = 200;
constexpr double shortest_step = 1e-12;

template <class Loss>
class RidgeNewton {
 public:
  RidgeNewton(const Matrix& gram, const WeightedLabels& labels, const Loss& loss, double gamma)
      : gram_(gram),
        labels_(labels),
        loss_(loss),
        gamma_(gamma),
        theta_(Vector::Zero(labels.y.size())),
        image_(theta_) {
    rows_.resize(static_cast<std::size_t>(labels.y.size()));
    std::iota(rows_.begin(), rows_.end(), Eigen::Index{0});
    objective_ = objective_of(theta_, image_, intercept_);
  }

  Certificate run() {
    const auto system = dense_newton({gram_, rows_}, gamma_);
    Certificate best{Status::not_converged, objective_, -infinity};
    for (;; ++best.iterations) {
      const PointLosses at = point_losses(loss_, labels_, f());
      const Vector target = ridge_dual_point(labels_.y, at.pull), target_image = gram_ * target;
      best.primal = objective_;
      best.dual = std::max(best.dual, ridge_dual(loss_, problem(), target, target_image));
      if (best.relative_gap() <= close_enough || best.iterations == most_steps) break;
      const Vector s = floored(loss_, labels_, at.curvature, least_model_curvature).cwiseSqrt();
      const NewtonStep step = system->solve(s, (target_image - image_) / gamma_, 0);
      const Vector correction = s.cwiseProduct(step.u);
      if (!advance(target + correction - theta_, target_image + gram_ * correction - image_)) break;
    }
    Certificate proof = certify_ridge(loss_, problem(), {theta_, intercept_});
    proof.iterations = best.iterations;
    proof.status = proof.proves(converged_gap) ? Status::ok : Status::not_converged;
    return proof;
  }

  const Vector& theta() const { return theta_; }
  double intercept() const { return intercept_; }

 private:
  RidgeDual problem() const { return {gram_, labels_.y, gamma_, labels_.weights}; }
  Vector f() const { return image_.array() / gamma_ + intercept_; }

  double objective_of(const Vector& theta, const Vector& image, double& intercept) const {
    const ProfiledLosses at = profiled_losses(loss_, labels_, image / gamma_, intercept);
    intercept = at.intercept;
    return at.mean + theta.dot(image) / (2 * gamma_);
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
  WeightedLabels labels_;
  Loss loss_;
  double gamma_;
  std::vector<Eigen::Index> rows_;
  Vector theta_, image_; // theta, G theta
  double intercept_ = 0, objective_ = 0;
};

} // namespace

namespace {

/// M R^-1 M'.
Matrix of_plain_ridge(const ElasticNetProblem& problem) {
  const Matrix& m = problem.columns;
  if (problem.copies.size() == 0) return m * m.transpose();
  return m * problem.copies.asDiagonal() * m.transpose();
}

} // namespace

template <class Loss>
ElasticNetFit fit_ridge(const ElasticNetProblem& problem, const Loss& loss, double gamma) {
  expect(problem.omega == 0 && gamma > 0, "a ridge has no 1-norm and a penalty");
  expect(problem.y.minCoeff() < 0 && problem.y.maxCoeff() > 0, "a ridge is fitted to two classes");
  const bool kernel = problem.ridge == Ridge::kernel;
  const Matrix gram = kernel ? problem.columns : of_plain_ridge(problem);
  RidgeNewton<Loss> newton(gram, problem.labels(), loss, gamma);
  const Certificate certificate = newton.run();
  Vector b = kernel ? newton.theta() : problem.columns.transpose() * newton.theta();
  if (!kernel && problem.copies.size() > 0) b.array() *= problem.copies.array();
  return {newton.intercept(), b / gamma, certificate};
}

template ElasticNetFit fit_ridge(const ElasticNetProblem&, const Coherence&, double);
template ElasticNetFit fit_ridge(const ElasticNetProblem&, const HuberisedHinge&, double);

} // namespace core
