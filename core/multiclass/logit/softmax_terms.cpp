#include "core/multiclass/logit/softmax_terms.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/multiclass/logit/certified_newton.hpp"
#include "core/multiclass/logit/computed.hpp"
#include "core/multiclass/logit/decrement_bound.hpp"
#include "core/multiclass/logit/softmax.hpp"

namespace core {
namespace {

using computed::units;
using Eigen::Index;

// A column nearer than this, relative to its length, to those before it depends on them: scores are computed,
// and a fit along what is left of it would be one of their rounding.
constexpr double no_direction = 1e-7;

/// The columns of z that do not depend on the ones before them, by Gram's and Schmidt's method.
std::vector<Index> apart_from_those_before(const Matrix& z) {
  std::vector<Index> out;
  std::vector<Vector> basis;
  for (Index j = 0; j < z.cols(); ++j) {
    Vector left = z.col(j);
    for (int pass = 0; pass < 2; ++pass) // what the first pass leaves by rounding, the second takes
      for (const Vector& direction : basis) left -= direction.dot(left) * direction;
    const double length = left.norm();
    if (!(length > no_direction * z.col(j).norm())) continue;
    basis.emplace_back(left / length);
    out.push_back(j);
  }
  return out;
}

/// The terms of which none without a penalty depends on others.
std::vector<SoftmaxTerm> independent_terms(const Matrix& x, Index classes,
                                           const std::vector<SoftmaxTerm>& all) {
  std::vector<SoftmaxTerm> free, out;
  for (const SoftmaxTerm& term : all) (term.ridge > 0 ? out : free).push_back(term);
  const Index n = x.rows();
  Matrix moves = Matrix::Zero(n * (classes - 1), static_cast<Index>(free.size())); // of f_k - f_K
  for (std::size_t j = 0; j < free.size(); ++j)
    for (Index k = 0; k + 1 < classes; ++k) {
      const double sign = free[j].of_class == k ? 1 : free[j].of_class == classes - 1 ? -1 : 0;
      moves.col(static_cast<Index>(j)).segment(k * n, n) = sign * x.col(free[j].column);
    }
  for (const Index j : apart_from_those_before(moves)) out.push_back(free[static_cast<std::size_t>(j)]);
  return out;
}

class TermsProblem {
 public:
  TermsProblem(const Matrix& x, const WeightedTargets& of_rows, std::vector<SoftmaxTerm> terms)
      : x_(x),
        row_weights_(weights_of_all(of_rows.weights, x.rows())),
        targets_(row_weights_.asDiagonal() * of_rows.targets),
        terms_(std::move(terms)),
        ridge_(size()) {
    for (Index j = 0; j < size(); ++j) ridge_(j) = term(j).ridge;
  }

  Index size() const { return static_cast<Index>(terms_.size()); }

  Matrix weights(const Vector& theta) const {
    Matrix out = Matrix::Zero(x_.cols(), targets_.cols());
    for (Index j = 0; j < size(); ++j) out(term(j).column, term(j).of_class) = theta(j);
    return out;
  }

  Vector from(const Matrix& weights) const {
    Vector theta(size());
    for (Index j = 0; j < size(); ++j) theta(j) = weights(term(j).column, term(j).of_class);
    return theta;
  }

  double value(const Vector& theta) const {
    const Matrix logs = log_softmax(x_ * weights(theta));
    return -targets_.cwiseProduct(logs).sum() + theta.dot(ridge_.cwiseProduct(theta)) / 2;
  }

  Matrix probabilities(const Vector& theta) const { return exponentials(log_softmax(x_ * weights(theta))); }

  Vector gradient(const Vector& theta, const Matrix& p) const {
    const Matrix whole = x_.transpose() * residuals(p);
    return from(whole) + ridge_.cwiseProduct(theta);
  }

  Matrix hessian(const Matrix& p) const {
    Matrix parts(x_.rows(), size()), rooted(x_.rows(), size());
    for (Index j = 0; j < size(); ++j) {
      parts.col(j) = p.col(term(j).of_class).cwiseProduct(x_.col(term(j).column));
      rooted.col(j) = p.col(term(j).of_class).cwiseSqrt().cwiseProduct(x_.col(term(j).column));
    }
    const Vector roots = row_weights_.cwiseSqrt();
    parts = roots.asDiagonal() * parts;
    rooted = roots.asDiagonal() * rooted;
    Matrix own = rooted.transpose() * rooted;
    for (Index i = 0; i < size(); ++i)
      for (Index j = 0; j < size(); ++j)
        if (term(i).of_class != term(j).of_class) own(i, j) = 0;
    own -= parts.transpose() * parts;
    own.diagonal() += ridge_;
    return own;
  }

  Certificate certificate(const Vector& theta) const;

  double weight() const { return row_weights_.sum(); }

 private:
  /// w (p - t), for targets that have their weights already.
  Matrix residuals(const Matrix& p) const { return row_weights_.asDiagonal() * p - targets_; }
  const SoftmaxTerm& term(Index j) const { return terms_[static_cast<std::size_t>(j)]; }
  Vector errors_of_forms(const Vector& theta) const;
  std::vector<Matrix> moves_of_classes(const Matrix& t) const;
  Curvature curvature(const Vector& theta, const Matrix& t, const Vector& off) const;

  const Matrix& x_;
  Vector row_weights_;
  Matrix targets_; ///< times their weights
  std::vector<SoftmaxTerm> terms_;
  Vector ridge_;
};

/// [n] what a form may be off by.
Vector TermsProblem::errors_of_forms(const Vector& theta) const {
  const Matrix size = x_.cwiseAbs() * weights(theta).cwiseAbs();
  return units(x_.cols()) * size.rowwise().maxCoeff();
}

/// [K] of [n x m]: what the columns of t do to each form.
std::vector<Matrix> TermsProblem::moves_of_classes(const Matrix& t) const {
  std::vector<Matrix> out(static_cast<std::size_t>(targets_.cols()), Matrix::Zero(x_.rows(), size()));
  for (Index k = 0; k < targets_.cols(); ++k) {
    std::vector<Index> own, columns;
    for (Index j = 0; j < size(); ++j)
      if (term(j).of_class == k) own.push_back(j), columns.push_back(term(j).column);
    if (!own.empty()) out[static_cast<std::size_t>(k)] = x_(Eigen::all, columns) * t(own, Eigen::all);
  }
  return out;
}

Curvature TermsProblem::curvature(const Vector& theta, const Matrix& t, const Vector& off) const {
  constexpr double widest = 1.42; // range of a vector of length 1
  const Index n = x_.rows(), classes = targets_.cols();
  const Matrix p = probabilities(theta), residual = residuals(p);
  std::vector<Matrix> moves = moves_of_classes(t);
  Matrix mean = Matrix::Zero(n, size());
  Vector square = Vector::Zero(n), spread = Vector::Zero(n);
  Curvature out;
  out.gradient = t.transpose() * ridge_.cwiseProduct(theta);
  for (Index k = 0; k < classes; ++k) {
    const Matrix& move = moves[static_cast<std::size_t>(k)];
    out.gradient += move.transpose() * residual.col(k);
    mean += p.col(k).asDiagonal() * move;
    square += move.rowwise().squaredNorm();
  }
  out.hessian = t.transpose() * ridge_.asDiagonal() * t;
  for (Index k = 0; k < classes; ++k) {
    const Matrix apart = moves[static_cast<std::size_t>(k)] - mean;
    const Vector share = p.col(k).cwiseProduct(row_weights_);
    spread += share.cwiseProduct(apart.rowwise().squaredNorm());
    out.hessian += apart.transpose() * (share.asDiagonal() * apart);
  }
  // |x| |t| bounds what the products that make up the moves can be off by.
  const Vector of_moves =
      units(size()) * (x_.cwiseAbs().rowwise().sum() * t.cwiseAbs().rowwise().sum().maxCoeff());
  out.hessian_error = units(size()) * (t.transpose() * ridge_.asDiagonal() * t).trace();
  out.gradient_error =
      units(size()) * (t.cwiseAbs().transpose() * ridge_.cwiseProduct(theta).cwiseAbs()).norm();
  for (Index i = 0; i < n; ++i) {
    const double size_i = std::sqrt(square(i)), changes = 2 * off(i) * computed::finite_exp(2 * off(i));
    const double w = row_weights_(i);
    out.hessian_error += units(n + 4 * classes) * spread(i) + w * ((2 * size_i + of_moves(i)) * of_moves(i));
    out.gradient_error += residual.row(i).norm() * (of_moves(i) + units(n) * size_i) +
                          w * (widest * size_i * (changes + units(classes)));
    out.decay = std::max(out.decay, 2 * off(i));
    out.reach = std::max(out.reach, widest * (size_i + of_moves(i)));
  }
  return out;
}

Certificate TermsProblem::certificate(const Vector& theta) const {
  const Vector off = errors_of_forms(theta);
  const Matrix t = whitening(hessian(probabilities(theta)));
  const double above = t.size() == 0 && size() > 0 ? infinity : above_infimum(curvature(theta, t, off));
  Certificate out;
  out.primal = value(theta);
  out.dual = std::isfinite(above) ? out.primal - above : 0;
  out.rounding = units(targets_.size()) * out.primal + 2 * off.dot(row_weights_);
  return out;
}

constexpr int most_newton_steps = 100;
constexpr double shortest_of_steps = 1e-10;
constexpr double share_of_slope = 1e-4;

/// -H^{-1} g, with the diagonal of H scaled to one, and a little more than one, so that it has a factor.
Vector newton_step_of_terms(const Matrix& hessian, const Vector& gradient) {
  constexpr double lifted = 1e-13;
  const Vector scale = hessian.diagonal().unaryExpr([](double h) { return h > 0 ? 1 / std::sqrt(h) : 1; });
  Matrix scaled = scale.asDiagonal() * hessian * scale.asDiagonal();
  scaled.diagonal().array() += lifted;
  return -scale.cwiseProduct(scaled.ldlt().solve(scale.cwiseProduct(gradient)));
}

/// Whether a step made F smaller, or, where F has no digits left, the gradient.
bool make_lower(const TermsProblem& problem, const Vector& step, const Vector& gradient, Vector& theta) {
  const double here = problem.value(theta), slope = gradient.dot(step);
  const bool is_flat = -slope <= 16 * unit_roundoff * std::abs(here);
  for (double share = 1; share >= shortest_of_steps; share /= 2) {
    const Vector there = theta + share * step;
    const double value = problem.value(there);
    const bool is_lower = value < here + share_of_slope * share * slope;
    if (!is_lower &&
        !(is_flat && problem.gradient(there, problem.probabilities(there)).cwiseAbs().maxCoeff() <
                         gradient.cwiseAbs().maxCoeff()))
      continue;
    theta = there;
    return true;
  }
  return false;
}

} // namespace

SoftmaxTermsFit fit_softmax_terms(const Matrix& x, const WeightedTargets& of_rows,
                                  const std::vector<SoftmaxTerm>& terms, const Matrix& start) {
  expect(x.rows() == of_rows.targets.rows() && x.rows() > 0, "a row of targets for each row");
  const TermsProblem problem(x, of_rows, independent_terms(x, of_rows.targets.cols(), terms));
  Vector theta = problem.from(start);
  SoftmaxTermsFit out;
  std::int64_t steps = 0;
  for (; steps < most_newton_steps; ++steps) {
    const Matrix p = problem.probabilities(theta);
    const Vector gradient = problem.gradient(theta, p);
    out.gradient = gradient.size() > 0 ? gradient.cwiseAbs().maxCoeff() / problem.weight() : 0;
    if (out.gradient <= unit_roundoff) break;
    if (!make_lower(problem, newton_step_of_terms(problem.hessian(p), gradient), gradient, theta)) break;
  }
  out.weights = problem.weights(theta);
  out.certificate = problem.certificate(theta);
  out.certificate.iterations = steps;
  out.certificate.conclude();
  return out;
}

} // namespace core
