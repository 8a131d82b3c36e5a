#include "core/multiclass/logit/proportional_odds.hpp"

#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/multiclass/logit/certified_newton.hpp"
#include "core/multiclass/logit/certify_odds.hpp"
#include "core/multiclass/logit/interval_loss.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

/// L of sign (theta_k + x_i'beta), times the weight of the observation.
struct Term {
  Index row, threshold;
  double sign, weight;
};

/// theta: the K - 1 thresholds, then beta [p].
class Cumulative final : public ConvexLikelihood {
 public:
  Cumulative(const Matrix& x, const ClassNumbers& y, double lambda)
      : x_(x), thresholds_(y.classes - 1), lambda_(lambda), between_(Vector::Zero(thresholds_)) {
    for (Index i = 0; i < y.size(); ++i) {
      const Index k = y.of[static_cast<std::size_t>(i)];
      const double weight = weight_at(y.weights, i);
      if (k < thresholds_) terms_.push_back({i, k, 1, weight});
      if (k > 0) terms_.push_back({i, k - 1, -1, weight});
      if (k > 0 && k < thresholds_) between_(k) += weight;
    }
  }

  double value(const Vector& at) const override {
    const Vector shift = x_ * at.tail(x_.cols());
    double sum = lambda_ * at.tail(x_.cols()).squaredNorm();
    for (const Term& term : terms_) sum += term.weight * Logistic::value(form(term, at, shift));
    for (Index k = 1; k < thresholds_; ++k) sum += between_(k) * IntervalLoss::value(at(k) - at(k - 1));
    return sum;
  }

  Expansion expansion(const Vector& at) const override {
    const Vector shift = x_ * at.tail(x_.cols());
    Vector slopes(count()), curvatures(count());
    for (Index t = 0; t < count(); ++t) {
      const Term& term = terms_[static_cast<std::size_t>(t)];
      const double z = form(term, at, shift);
      slopes(t) = term.weight * Logistic::slope(z);
      curvatures(t) = term.weight * Logistic::curvature(z);
    }
    Vector spacing = Vector::Zero(thresholds_);
    for (Index k = 1; k < thresholds_; ++k) spacing(k) = between_(k) * IntervalLoss::slope(at(k) - at(k - 1));
    Vector gradient = moments(slopes, spacing);
    gradient.tail(x_.cols()) += 2 * lambda_ * at.tail(x_.cols());
    return {gradient, hessian(at, curvatures)};
  }

  Bound bound(const Vector& at, const Vector& step) const override {
    const Vector shift = x_ * at.tail(x_.cols()), step_shift = x_ * step.tail(x_.cols());
    Bound out{0, 0};
    Vector u(count()), spacing = Vector::Zero(thresholds_);
    for (Index t = 0; t < count(); ++t) {
      const Term& term = terms_[static_cast<std::size_t>(t)];
      const double z = form(term, at, shift), d = form(term, step, step_shift);
      const double s = std::min(0.0, std::max(-1.0, Logistic::slope(z) + Logistic::curvature(z) * d));
      u(t) = term.weight * s;
      out.dual -= term.weight * Logistic::conjugate(s);
      out.moves = std::max(out.moves, std::abs(d));
    }
    for (Index k = 1; k < thresholds_; ++k) {
      const double t = at(k) - at(k - 1), d = step(k) - step(k - 1);
      const double s = std::min(0.0, IntervalLoss::slope(t) + IntervalLoss::curvature(t) * d);
      spacing(k) = between_(k) * s;
      out.dual -= between_(k) * IntervalLoss::conjugate(s);
      out.moves = std::max(out.moves, std::abs(d));
    }
    const Vector moment = moments(u, spacing);
    if (lambda_ > 0) out.dual -= moment.tail(x_.cols()).squaredNorm() / (4 * lambda_);
    const Index free = lambda_ > 0 ? thresholds_ : moment.size();
    out.dual -= left_of_constraint(moment.head(free), at.head(free), step.head(free));
    return out;
  }

  /// The thresholds of the shares of the classes alone.
  Vector start(const ClassNumbers& y) const {
    Vector out = Vector::Zero(thresholds_ + x_.cols());
    const Vector totals = y.totals();
    double before = 0;
    for (Index k = 0; k < thresholds_; ++k) {
      before += totals(k);
      out(k) = log(before / (totals.sum() - before));
    }
    return out;
  }

 private:
  Index count() const { return static_cast<Index>(terms_.size()); }

  static double form(const Term& term, const Vector& at, const Vector& shift) {
    return term.sign * (at(term.threshold) + shift(term.row));
  }

  /// A'u for the slopes of the logistic terms [terms] and those of the spacings [K-1].
  Vector moments(const Vector& u, const Vector& spacing) const {
    Vector out = Vector::Zero(thresholds_ + x_.cols()), of_row = Vector::Zero(x_.rows());
    for (Index t = 0; t < count(); ++t) {
      const Term& term = terms_[static_cast<std::size_t>(t)];
      out(term.threshold) += term.sign * u(t);
      of_row(term.row) += term.sign * u(t);
    }
    for (Index k = 1; k < thresholds_; ++k) out(k) += spacing(k), out(k - 1) -= spacing(k);
    out.tail(x_.cols()) += x_.transpose() * of_row;
    return out;
  }

  Matrix hessian(const Vector& at, const Vector& curvatures) const {
    const Index p = x_.cols();
    Matrix out = Matrix::Zero(thresholds_ + p, thresholds_ + p);
    Vector of_row = Vector::Zero(x_.rows());
    for (Index t = 0; t < count(); ++t) {
      const Term& term = terms_[static_cast<std::size_t>(t)];
      of_row(term.row) += curvatures(t);
      out(term.threshold, term.threshold) += curvatures(t);
      out.col(term.threshold).tail(p) += curvatures(t) * x_.row(term.row).transpose();
    }
    for (Index k = 1; k < thresholds_; ++k) {
      const double c = between_(k) * IntervalLoss::curvature(at(k) - at(k - 1));
      out(k, k) += c;
      out(k - 1, k - 1) += c;
      out(k, k - 1) -= c;
    }
    out.bottomRightCorner(p, p) = x_.transpose() * of_row.asDiagonal() * x_;
    out.diagonal().tail(p).array() += 2 * lambda_;
    return out;
  }

  const Matrix& x_;
  Index thresholds_;
  double lambda_;
  std::vector<Term> terms_;
  Vector between_; ///< [K-1], weight of the observations between threshold k - 1 and k
};

/// The thresholds of all classes from those of the present ones: an absent class has no room.
Vector with_absent(const Vector& thresholds, const std::vector<int>& there, int classes) {
  Vector out(classes - 1);
  std::size_t passed = 0; // present classes up to k
  for (int k = 0; k + 1 < classes; ++k) {
    if (passed < there.size() && there[passed] == k) ++passed;
    out(k) = passed == 0              ? -infinity
             : passed == there.size() ? infinity
                                      : thresholds(static_cast<Index>(passed) - 1);
  }
  return out;
}

/// log(sigmoid(a) - sigmoid(b)), a >= b.
double log_between(double a, double b) {
  if (a == b) return -infinity;
  const double below = a == infinity ? 0 : Logistic::value(a),
               above = b == -infinity ? 0 : Logistic::value(-b);
  const double spacing = a == infinity || b == -infinity ? 0 : IntervalLoss::value(a - b);
  return -(below + above + spacing);
}

} // namespace

Matrix ProportionalOdds::log_probability(const Matrix& x) const {
  const Index classes = thresholds.size() + 1;
  const Vector shift = row_products(x, beta);
  Matrix out(x.rows(), classes);
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index k = 0; k < classes; ++k) {
      const double a = k + 1 < classes ? thresholds(k) + shift(i) : infinity;
      const double b = k > 0 ? thresholds(k - 1) + shift(i) : -infinity;
      out(i, k) = log_between(a, b);
    }
  }
  return out;
}

ProportionalOdds fit_proportional_odds(const Matrix& x, const ClassNumbers& y, double lambda) {
  const std::vector<int> there = y.present();
  ProportionalOdds fit{Vector(), Vector::Zero(x.cols()), {}};
  Vector thresholds;
  if (there.size() > 1) {
    const ClassNumbers known = y.without_absent();
    const Cumulative problem(x, known, lambda);
    const NewtonMinimum found = newton_minimum(problem, problem.start(known));
    thresholds = found.theta.head(known.classes - 1);
    fit.beta = found.theta.tail(x.cols());
    fit.certificate = concluded(found, certify_odds(x, known, lambda, {thresholds, fit.beta}));
    fit.runs_away = found.runs_away;
    fit.residual = found.residual;
  }
  fit.thresholds = with_absent(thresholds, there, y.classes);
  if (static_cast<int>(there.size()) < y.classes) fit.certificate.status = Status::not_converged;
  return fit;
}

} // namespace core
