#include "core/multiclass/logit/certified_newton.hpp"

#include <cmath>
#include <optional>

#include "core/solver/loops/cholesky.hpp"

namespace core {
namespace {

constexpr double enough = 1e-12;  // relative gap
constexpr double nothing = 1e-15; // of F, for what Newton's model still promises
constexpr double long_step = 0.5; // of a linear form of the sample
constexpr double shift = 1e-13;   // of the unit diagonal: repeated columns stay solvable
constexpr int most_iterations = 200;
constexpr double shortest = 1e-10;

/// -H^{-1} g, with the diagonal of H scaled to one.
Vector newton_step(const ConvexLikelihood::Expansion& at) {
  const Vector scale = at.hessian.diagonal().unaryExpr([](double h) { return h > 0 ? 1 / std::sqrt(h) : 1; });
  Matrix scaled = scale.asDiagonal() * at.hessian * scale.asDiagonal();
  scaled.diagonal().array() += shift;
  const Cholesky factor(std::move(scaled));
  return -scale.cwiseProduct(factor.solve(scale.cwiseProduct(at.gradient)));
}

class Descent {
 public:
  Descent(const ConvexLikelihood& problem, Vector start)
      : problem_(problem), first_value_(problem.value(start)) {
    at_.theta = std::move(start);
    at_.step = Vector::Zero(at_.theta.size());
    at_.certificate = {Status::not_converged, first_value_, -infinity};
  }

  NewtonMinimum run() {
    for (; at_.certificate.iterations < most_iterations; ++at_.certificate.iterations) {
      const auto expansion = problem_.expansion(at_.theta);
      const Vector step = at_.step = newton_step(expansion);
      const auto bound = problem_.bound(at_.theta, step);
      at_.residual = expansion.gradient.size() > 0 ? expansion.gradient.cwiseAbs().maxCoeff() : 0;
      at_.certificate.dual = bound.dual;
      watch(bound.moves);
      if (is_gone(bound.moves) || promises_nothing(expansion.gradient, step) || !advance(step)) break;
    }
    if (running_) return *running_;
    return at_;
  }

 private:
  double gap() const { return at_.certificate.gap(); }

  /// Keeps the first of the iterates that are near the infimum and still take long steps.
  void watch(double moves) {
    if (!(moves >= long_step)) {
      running_.reset();
    } else if (!running_ && gap() <= near_infimum) {
      running_ = at_;
      running_->runs_away = true;
    }
  }

  /// A gap at which the descent ends. One of an infimum that is nowhere attained is compared with the value
  /// at the start, because F itself may go to 0.
  bool is_gone(double moves) const {
    if (moves >= long_step) return gap() <= enough * first_value_;
    return at_.certificate.relative_gap() <= enough;
  }

  bool promises_nothing(const Vector& gradient, const Vector& step) const {
    return -gradient.dot(step) <= nothing * at_.certificate.primal;
  }

  bool advance(const Vector& step) {
    for (double length = 1; length >= shortest; length /= 2) {
      Vector next = at_.theta + length * step;
      const double value = problem_.value(next);
      if (!(value < at_.certificate.primal)) continue;
      at_.theta = std::move(next);
      at_.certificate.primal = value;
      return true;
    }
    return false;
  }

  const ConvexLikelihood& problem_;
  double first_value_;
  NewtonMinimum at_;
  std::optional<NewtonMinimum> running_;
};

} // namespace

NewtonMinimum newton_minimum(const ConvexLikelihood& problem, Vector start) {
  return Descent(problem, std::move(start)).run();
}

Certificate concluded(const NewtonMinimum& found, Certificate proof) {
  proof.iterations = found.certificate.iterations;
  if (found.runs_away) proof.dual = found.certificate.dual;
  proof.status = !found.runs_away && proof.proves(certified_gap) ? Status::ok : Status::not_converged;
  return proof;
}

double left_of_constraint(const Vector& left, const Vector& theta, const Vector& step) {
  if (left.size() == 0) return 0;
  const double reach = std::max(theta.cwiseAbs().maxCoeff(), (theta + step).cwiseAbs().maxCoeff());
  return 2 * reach * left.cwiseAbs().sum();
}

} // namespace core
