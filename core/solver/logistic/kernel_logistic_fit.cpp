#include "core/solver/logistic/kernel_logistic_fit.hpp"

#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/newton_system.hpp"

namespace core {
namespace {

constexpr double enough = 1e-10; // relative duality gap: Newton's last step costs little and goes far beyond
constexpr double certified = 1e-8;
constexpr int most_iterations = 100;
constexpr double relative_miss = 1e-3, least_miss = 1e-12; // of a Newton step, in units of gap and objective
constexpr double shortest_step = 1e-8;

/// a [n], K a, b and the objective there.
struct Iterate {
  Vector a, image;
  double beta_0 = 0, primal = 0;

  Vector h(double lambda) const { return image / lambda; }
};

class Newton {
 public:
  Newton(const GramRows& sample, const WeightedLabels& labels, double lambda)
      : sample_(sample),
        labels_(labels),
        lambda_(lambda),
        system_(sample.size() <= dense_size ? dense_newton(sample, lambda)
                                            : conjugate_gradient_newton(sample, lambda)) {
    at_ = {Vector::Zero(labels.y.size()), Vector::Zero(labels.y.size())};
    balance(at_);
  }

  /// Where conjugate gradients come to nothing - small lambda, eigenvalues of K that fall slowly - the steps
  /// are gone on with by factorisation.
  KernelLogisticFit run() {
    KernelLogisticFit fit = descend();
    const Eigen::Index n = sample_.size();
    if (fit.certificate.status == Status::ok || n <= dense_size || n > factorised_size) return fit;
    system_ = dense_newton(sample_, lambda_);
    return descend();
  }

 private:
  KernelLogisticFit descend() {
    Certificate best{Status::not_converged, at_.primal, -infinity};
    for (;; ++best.iterations) {
      const Vector f = at_.h(lambda_).array() + at_.beta_0;
      const Vector target = dual_point_of(labels_, f);
      const Vector target_image = sample_.times(target);
      best.primal = at_.primal;
      best.dual =
          std::max(best.dual, entropy(target, labels_.weights) - target.dot(target_image) / (2 * lambda_));
      if (best.relative_gap() <= enough || best.iterations == most_iterations) break;
      const Vector s = roots_of_curvatures(f);
      const double miss = std::max(least_miss * at_.primal, relative_miss * std::min(best.gap(), at_.primal));
      const NewtonStep step = system_->solve(s, (target_image - at_.image) / lambda_, miss);
      const Vector correction = s.cwiseProduct(step.u);
      const Vector direction = target + correction - at_.a;
      if (!advance(direction, target_image + sample_.times(correction) - at_.image, step.intercept)) break;
    }
    Certificate proof = certify_kernel_logistic(sample_, labels_, lambda_, {at_.a, at_.beta_0});
    proof.iterations = best.iterations;
    proof.status = proof.proves(certified) ? Status::ok : Status::not_converged;
    return {at_.a, at_.beta_0, proof};
  }

  /// S of core/solver/logistic/newton_system.hpp.
  Vector roots_of_curvatures(const Vector& f) const {
    Vector s = f.unaryExpr([](double v) { return std::sqrt(Logistic::curvature(v)); });
    if (labels_.weights.size() > 0) s.array() *= labels_.weights.array().sqrt();
    return s;
  }

  /// The best intercept for a, and the objective with it.
  void balance(Iterate& at) const {
    const Vector h = at.h(lambda_);
    at.beta_0 = balancing_intercept(labels_, h, at.beta_0);
    at.primal = at.a.dot(at.image) / (2 * lambda_) + weighted_losses(labels_, h.array() + at.beta_0);
  }

  /// Goes as far along the direction as lowers the objective; false where nothing does.
  bool advance(const Vector& direction, const Vector& image, double intercept) {
    for (double length = 1; length >= shortest_step; length /= 2) {
      Iterate next{at_.a + length * direction, at_.image + length * image, at_.beta_0 + length * intercept};
      balance(next);
      if (next.primal < at_.primal) {
        at_ = std::move(next);
        return true;
      }
    }
    return false;
  }

  GramRows sample_;
  const WeightedLabels& labels_;
  double lambda_;
  std::unique_ptr<NewtonSystem> system_;
  Iterate at_;
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
  return Newton(sample, labels, lambda).run();
}

} // namespace core
