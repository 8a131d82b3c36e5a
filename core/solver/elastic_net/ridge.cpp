#include "core/solver/elastic_net/ridge.hpp"

#include <numeric>
#include <vector>

#include "core/contract.hpp"
#include "core/solver/elastic_net/certify_ridge.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/logistic/kernel_newton.hpp"

namespace core {
namespace {

constexpr NewtonRule rule{.enough = 1e-11, .most_steps = 200, .shortest = 1e-12};
constexpr double least_model_curvature = 1e-13; // of the largest: the model is never flat

template <class Loss>
class RidgeLosses final : public KernelLosses {
 public:
  RidgeLosses(const RidgeDual& problem, const Loss& loss) : problem_(problem), loss_(loss) {}

  double lambda() const override { return problem_.gamma; }
  Vector times(const Vector& v) const override { return problem_.gram * v; }

  KernelLinearisation at(const Vector& f) const override {
    const PointLosses losses = point_losses(loss_, problem_.labels(), f);
    return {ridge_dual_point(problem_.y, losses.pull),
            floored(loss_, problem_.labels(), losses.curvature, least_model_curvature).cwiseSqrt()};
  }

  double dual(const Vector& target, const Vector& image) const override {
    return ridge_dual(loss_, problem_, target, image);
  }

  /// Where the loss is flat, of the best intercepts one near the last.
  void balance(KernelIterate& at, double) const override {
    const ProfiledLosses losses =
        profiled_losses(loss_, problem_.labels(), at.image / problem_.gamma, at.beta_0);
    at.beta_0 = losses.intercept;
    at.primal = losses.mean + at.a.dot(at.image) / (2 * problem_.gamma);
  }

  double miss(const Certificate&) const override { return 0; }

 private:
  const RidgeDual& problem_;
  const Loss& loss_;
};

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
  const Eigen::Index n = problem.y.size();
  const RidgeDual dual{gram, problem.y, gamma, problem.weights};
  std::vector<Eigen::Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Eigen::Index{0});
  KernelIterate at{Vector::Zero(n), Vector::Zero(n)};
  const std::int64_t steps =
      descend_by_newton(RidgeLosses<Loss>(dual, loss), *dense_newton({gram, rows}, gamma), rule, at);
  Certificate proof = certify_ridge(loss, dual, {at.a, at.beta_0});
  proof.iterations = steps;
  proof.conclude();
  Vector b = kernel ? at.a : problem.columns.transpose() * at.a;
  if (!kernel && problem.copies.size() > 0) b.array() *= problem.copies.array();
  return {at.beta_0, b / gamma, proof};
}

template ElasticNetFit fit_ridge(const ElasticNetProblem&, const Coherence&, double);
template ElasticNetFit fit_ridge(const ElasticNetProblem&, const HuberisedHinge&, double);

} // namespace core
