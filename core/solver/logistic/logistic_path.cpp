#include "core/solver/logistic/logistic_path.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/logistic_sums.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/row_blocks.hpp"
#include "core/solver/loops/product_loops.hpp"

namespace core {
namespace {

constexpr int most_path_steps = 200;
constexpr double small_excess = 1e-12; // of P above its minimum, relative to P
constexpr double small_gap = 2e-9;     // likewise, of the dual point that belongs to f
constexpr double shortest_path_step = 1e-10;

/// Answers that the next is expected by: a cubic through four of them misses it by the fourth power of a
/// step.
constexpr std::size_t most_known = 4;
/// A longer step, beside the one before, is not gone by a curve.
constexpr double most_stretched = 1.5;

/// The factor of a Hessian with its penalty. A relative shift far below the stopping rule keeps it defined on
/// constant or repeated columns.
Eigen::LDLT<Matrix> factor_of(Matrix hessian, double lambda) {
  hessian.diagonal().tail(hessian.rows() - 1).array() += 2 * lambda;
  hessian.diagonal().array() += 1e-14 * std::max(1e-300, hessian.diagonal().maxCoeff());
  return Eigen::LDLT<Matrix>(hessian);
}

/// Multiplies what belongs to the rows from `first` on by their weights, where there are any.
void weigh(Vector& of_rows, const Vector& weights, Eigen::Index first) {
  if (weights.size() > 0) of_rows.array() *= weights.segment(first, of_rows.size()).array();
}

struct Direction {
  Vector step;
  double miss; ///< how far from the end it is, which is where this is 1
};

/// From a place of this value and gradient.
Direction direction(double value, const Vector& gradient, const Eigen::LDLT<Matrix>& factor, double lambda) {
  const Vector step = -factor.solve(gradient);
  const double excess = -gradient.dot(step) / 2, gap = gradient.squaredNorm() / (4 * lambda);
  return {step, std::max(excess / small_excess, gap / small_gap) / std::max(1e-6, value)};
}

} // namespace

Vector LogisticFit::log_odds(const Matrix& x) const {
  return row_products(x, beta).array() + beta_0;
}

Vector LogisticFit::probability(const Matrix& x) const {
  return log_odds(x).unaryExpr(&sigmoid);
}

LogisticPath::LogisticPath(const Matrix& x, WeightedLabels labels) : x_(x), labels_(std::move(labels)) {}

LogisticPath::Place LogisticPath::place(const Vector& point, double lambda) const {
  const Eigen::Index p = x_.cols();
  const auto beta = point.tail(p);
  Place out{point, lambda * beta.squaredNorm(), Vector::Zero(p + 1)};
  for_row_blocks(x_.rows(), [&](Eigen::Index first, Eigen::Index count) {
    const auto x = x_.middleRows(first, count);
    const auto y = labels_.y.segment(first, count);
    const Vector margins = y.array() * ((x * beta).array() + point(0));
    auto [losses, slopes] = logistic_terms(margins);
    slopes.array() *= y.array();
    weigh(losses, labels_.weights, first);
    weigh(slopes, labels_.weights, first);
    out.value += losses.sum();
    out.gradient(0) += slopes.sum();
    out.gradient.tail(p).noalias() += x.transpose() * slopes;
  });
  out.gradient.tail(p) += 2 * lambda * beta;
  return out;
}

Matrix LogisticPath::hessian(const Vector& point) const {
  const Eigen::Index p = x_.cols();
  Matrix lower = Matrix::Zero(p + 1, p + 1), scaled;
  for_row_blocks(x_.rows(), [&](Eigen::Index first, Eigen::Index count) {
    const auto x = x_.middleRows(first, count);
    const Vector f = (x * point.tail(p)).array() + point(0);
    Vector curvature = f.unaryExpr(&Logistic::curvature);
    weigh(curvature, labels_.weights, first);
    const Vector root = curvature.cwiseSqrt();
    scaled.resize(count, p + 1);
    scaled.col(0) = root;
    scaled.rightCols(p) = root.asDiagonal() * x;
    loops::add_lower_products({count, p + 1, count, scaled.data()}, lower.data());
  });
  return lower.selfadjointView<Eigen::Lower>();
}

LogisticPath::Place LogisticPath::beyond(const Place& here, const Vector& step, double lambda) const {
  for (double length = 1; length >= shortest_path_step; length /= 2) {
    Place there = place(here.point + length * step, lambda);
    if (there.value < here.value) return there;
  }
  return here;
}

bool LogisticPath::new_hessian_pays(double now, double before) const {
  if (!(now < before)) return true;
  return log(1 / now) / log(now / before) > 2 + static_cast<double>(x_.cols()) / 8;
}

int LogisticPath::descend(Place& here, double lambda) {
  double before = infinity;
  bool fresh = hessian_.size() == 0, stuck = false;
  if (fresh) hessian_ = hessian(here.point);
  auto factor = factor_of(hessian_, lambda);
  for (int steps = 0; steps < most_path_steps; ++steps) {
    Direction next = direction(here.value, here.gradient, factor, lambda);
    if (next.miss <= 1) return steps;
    if (!fresh && (stuck || (before < infinity && new_hessian_pays(next.miss, before)))) {
      hessian_ = hessian(here.point);
      factor = factor_of(hessian_, lambda);
      fresh = true;
      next = direction(here.value, here.gradient, factor, lambda);
    }
    Place there = beyond(here, next.step, lambda);
    stuck = !(there.value < here.value);
    if (stuck && fresh) return steps;
    before = next.miss;
    fresh = fresh && stuck;
    if (!stuck) here = std::move(there);
  }
  return most_path_steps;
}

Vector LogisticPath::expected(double log_lambda) const {
  if (known_.size() < 2) return known_.empty() ? Vector(Vector::Zero(x_.cols() + 1)) : known_.back().point;
  const double step = log_lambda - known_.back().log_lambda;
  const double before = known_.back().log_lambda - known_[known_.size() - 2].log_lambda;
  if (!(step * before > 0) || std::abs(step) > most_stretched * std::abs(before)) return known_.back().point;
  Vector out = Vector::Zero(x_.cols() + 1);
  for (const Answer& one : known_) {
    double share = 1;
    for (const Answer& other : known_)
      if (&other != &one) share *= (log_lambda - other.log_lambda) / (one.log_lambda - other.log_lambda);
    out += share * one.point;
  }
  return out;
}

void LogisticPath::keep(Answer answer) {
  const bool turns =
      known_.size() > 1 &&
      (answer.log_lambda - known_.back().log_lambda) * (known_.back().log_lambda - known_[0].log_lambda) <= 0;
  if (turns || (known_.size() == 1 && known_[0].log_lambda == answer.log_lambda)) known_.clear();
  if (known_.size() == most_known) known_.erase(known_.begin());
  known_.push_back(std::move(answer));
}

LogisticFit LogisticPath::at(double lambda) {
  Place here = place(expected(log(lambda)), lambda);
  const int steps = descend(here, lambda);
  keep({log(lambda), here.point});
  LogisticFit fit{here.point(0), here.point.tail(x_.cols()), {}};
  fit.certificate = certify_penalised_logistic(x_, labels_, lambda, {fit.beta, fit.beta_0});
  fit.certificate.iterations = steps;
  fit.certificate.conclude();
  return fit;
}

} // namespace core
