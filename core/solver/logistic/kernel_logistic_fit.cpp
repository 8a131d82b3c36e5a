#include "core/solver/logistic/kernel_logistic_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/loss/logistic.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/kernel_newton.hpp"

namespace core {
namespace {

/// Newton's last step costs little and goes far beyond this gap.
constexpr NewtonRule rule{.enough = 1e-10, .most_steps = 100, .shortest = 1e-8};
constexpr double relative_miss = 1e-3, least_miss = 1e-12; // of a Newton step, in units of gap and objective

class LogisticLosses final : public KernelLosses {
 public:
  LogisticLosses(const GramRows& sample, const WeightedLabels& labels, double lambda)
      : sample_(sample), labels_(labels), lambda_(lambda) {}

  double lambda() const override { return lambda_; }
  Vector times(const Vector& v) const override { return sample_.times(v); }

  KernelLinearisation at(const Vector& f) const override {
    Vector roots = f.unaryExpr([](double v) { return std::sqrt(Logistic::curvature(v)); });
    if (labels_.weights.size() > 0) roots.array() *= labels_.weights.array().sqrt();
    return {dual_point_of(labels_, f), std::move(roots)};
  }

  double dual(const Vector& target, const Vector& image) const override {
    return entropy(target, labels_.weights) - target.dot(image) / (2 * lambda_);
  }

  void balance(KernelIterate& at, double moved) const override {
    const Vector h = at.image / lambda_;
    at.beta_0 = balancing_intercept(labels_, h, at.beta_0 + moved);
    at.primal = at.a.dot(at.image) / (2 * lambda_) + weighted_losses(labels_, h.array() + at.beta_0);
  }

  double miss(const Certificate& best) const override {
    return std::max(least_miss * best.primal, relative_miss * std::min(best.gap(), best.primal));
  }

 private:
  const GramRows& sample_;
  const WeightedLabels& labels_;
  double lambda_;
};

} // namespace

Vector KernelLogisticFit::decision(const Matrix& cross_gram, double lambda) const {
  return (gram_times(cross_gram, a) / lambda).array() + beta_0;
}

KernelLogisticFit fit_kernel_logistic(const GramRows& sample, const WeightedLabels& labels, double lambda) {
  const Labels& y = labels.y;
  if (y.minCoeff() == y.maxCoeff()) {
    const double away = y(0) * infinity;
    return {Vector::Zero(y.size()), away, {Status::not_converged, 0, 0, 0}};
  }
  const LogisticLosses losses(sample, labels, lambda);
  const Eigen::Index n = sample.size();
  KernelIterate at{Vector::Zero(y.size()), Vector::Zero(y.size())};
  const auto descend = [&](NewtonSystem& system) {
    const std::int64_t steps = descend_by_newton(losses, system, rule, at);
    Certificate proof = certify_kernel_logistic(sample, labels, lambda, {at.a, at.beta_0});
    proof.iterations = steps;
    proof.conclude();
    return KernelLogisticFit{at.a, at.beta_0, proof};
  };
  if (n <= dense_size) return descend(*dense_newton(sample, lambda));
  const KernelLogisticFit fit = descend(*conjugate_gradient_newton(sample, lambda));
  // Where conjugate gradients come to nothing - small lambda, eigenvalues of K that fall slowly - the steps
  // are gone on with by factorisation.
  if (fit.certificate.status == Status::ok || n > factorised_size) return fit;
  return descend(*dense_newton(sample, lambda));
}

} // namespace core
