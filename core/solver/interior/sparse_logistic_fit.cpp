#include "core/solver/interior/sparse_logistic_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/contract.hpp"
#include "core/solver/interior/interior_point.hpp"
#include "core/solver/logistic/duality.hpp"

namespace core {
namespace {

using Eigen::Index;

/// A loss without a corner is given one here: below it the loss is e^-40, 4e-18, at most. Certificates are of
/// the loss as it is.
constexpr double furthest_corner = -40;

/// The interior point aims at this share of the gap, as the other solvers do.
constexpr double aim_share = 0.01;

/// What the interior point begins with; the later ones where the first ends short of the gap.
constexpr double slacks[] = {0.3, 1, 3};

constexpr std::int64_t most_newton_steps = 100;
constexpr double shortest_newton_step = 1e-10;

/// Newton's method ends at half a squared decrement of this share of the objective: the next step would be
/// lost in rounding.
constexpr double newton_ends = 1e-15;

/// An alpha below this share of sigmoid(F) supports nothing.
constexpr double supports_nothing = 1e-6;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Vector corners(const Labels& y, const FaithfulInterval& interval, double least) {
  const double of_positive = std::max(least, interval.loss(1).corner),
               of_negative = std::max(least, interval.loss(-1).corner);
  return y.unaryExpr([&](double label) { return label > 0 ? of_positive : of_negative; });
}

/// Those of the shares of the classes.
double log_odds_of(const WeightedLabels& labels) {
  const double positives = weight_of_positives(labels.y, labels.weights);
  return log(positives / (weight_of_all(labels.weights, labels.y.size()) - positives));
}

/// alpha y [n], balanced.
Vector dual_point(const Labels& y, const Vector& alpha) {
  double positive = 0, negative = 0;
  for (Index i = 0; i < y.size(); ++i) (y(i) > 0 ? positive : negative) += alpha(i);
  return balanced(y, y.cwiseProduct(alpha), positive, negative);
}

struct Primal {
  double value, rounding;
};

/// sum_i v_i (|x_i|'|w| + |b|): what the decision values are added up from.
double terms_of(const SparseLogisticProblem& problem, const Vector& w, double b) {
  const Vector& weights = problem.weights;
  const auto sizes = problem.x.cwiseAbs();
  const double of_w =
      weights.size() == 0 ? sizes.colwise().sum().dot(w.cwiseAbs()) : weights.dot(sizes * w.cwiseAbs());
  return of_w + weight_of_all(weights, problem.y.size()) * std::abs(b);
}

/// P, and what rounding may have made of it: f is right to (p + 2) units of what its terms add up to, and no
/// slope is above v.
Primal primal(const SparseLogisticProblem& problem, const Vector& w, double b) {
  const Vector f = (problem.x * w).array() + b;
  const TruncatedLogistic positive = problem.interval.loss(1), negative = problem.interval.loss(-1);
  Primal out{problem.lambda / 2 * w.squaredNorm(), 0};
  for (Index i = 0; i < f.size(); ++i)
    out.value +=
        weight_at(problem.weights, i) * (problem.y(i) > 0 ? positive.value(f(i)) : negative.value(-f(i)));
  const double terms = terms_of(problem, w, b);
  out.rounding =
      epsilon * (static_cast<double>(w.size() + 2) * terms + static_cast<double>(f.size() + 4) * out.value);
  return out;
}

double dual(const SparseLogisticProblem& problem, const Vector& a) {
  const TruncatedLogistic positive = problem.interval.loss(1), negative = problem.interval.loss(-1);
  double value = -(problem.x.transpose() * a).squaredNorm() / (2 * problem.lambda);
  for (Index i = 0; i < a.size(); ++i) {
    const double weight = weight_at(problem.weights, i), share = a(i) / weight;
    value -= weight * (problem.y(i) > 0 ? positive.conjugate(-share) : negative.conjugate(share));
  }
  return value;
}

bool is_within(const Vector& alpha, const Vector& weights) {
  return weights.size() == 0 ? alpha.maxCoeff() <= 1 : (alpha - weights).maxCoeff() <= 0;
}

} // namespace

Certificate certify(const SparseLogisticProblem& problem, const SparseLogisticAnswer& answer) {
  Certificate out;
  const Primal above = primal(problem, answer.w, answer.b);
  const bool allowed = answer.alpha.minCoeff() >= 0 && is_within(answer.alpha, problem.weights);
  out.primal = std::isfinite(above.value) ? above.value : infinity;
  out.dual = allowed ? dual(problem, dual_point(problem.y, answer.alpha)) : -infinity;
  out.rounding = 2 * above.rounding;
  return out;
}

SparseLogisticViolation kkt_violation(const SparseLogisticProblem& problem,
                                      const SparseLogisticAnswer& answer, double slack) {
  SparseLogisticViolation out;
  const Vector a = problem.y.cwiseProduct(answer.alpha);
  const Vector sums = problem.x.transpose() * a;
  const Vector off = problem.lambda * answer.w - sums;
  const double size = 1 + problem.x.cwiseAbs().maxCoeff() * answer.alpha.cwiseAbs().sum();
  out.stationarity = std::max(std::abs(a.sum()), off.size() > 0 ? off.cwiseAbs().maxCoeff() : 0.0) / size;
  const Vector f = (problem.x * answer.w).array() + answer.b;
  for (Index i = 0; i < a.size(); ++i) {
    const TruncatedLogistic loss = problem.interval.loss(problem.y(i));
    const double z = -problem.y(i) * f(i), logarithmic = sigmoid(z),
                 alpha = answer.alpha(i) / weight_at(problem.weights, i);
    const double least = z > loss.corner + slack ? logarithmic : 0,
                 most = z < loss.corner - slack ? 0 : logarithmic;
    out.multiplier = std::max({out.multiplier, least - alpha, alpha - most});
  }
  return out;
}

Piece piece_of(const SparseLogisticProblem& problem, const SparseLogisticAnswer& answer, Index i) {
  const TruncatedLogistic loss = problem.interval.loss(problem.y(i));
  if (loss.corner == -infinity) return Piece::logarithmic;
  const double nothing = supports_nothing * loss.jump();
  const double alpha = answer.alpha(i) / weight_at(problem.weights, i);
  if (!(alpha > nothing)) return Piece::flat;
  return alpha < loss.jump() - nothing ? Piece::corner : Piece::logarithmic;
}

SparseLogisticSample::SparseLogisticSample(const Matrix& x, const WeightedLabels& labels)
    : x_(x), labels_(labels), design_(x, Design::Columns::two_values_as_lists) {}

SparseLogisticFit SparseLogisticSample::of_one_class(const SparseLogisticProblem& problem) const {
  SparseLogisticFit fit;
  const double y = labels_.y(0);
  fit.w = Vector::Zero(x_.cols());
  fit.b = -y * std::max(furthest_corner, problem.interval.loss(y).corner);
  fit.alpha = Vector::Zero(labels_.y.size());
  fit.certificate = certify(problem, fit);
  return fit;
}

namespace {

/// P and its derivatives where no loss has a corner, at u = (w, b) [p + 1].
class Smooth {
 public:
  Smooth(const SparseLogisticProblem& problem, Design& design) : problem_(problem), design_(design) {}

  double value(const Vector& u) const {
    const Vector at = design_.coordinates(u);
    const Index p = u.size() - 1;
    double sum = problem_.lambda / 2 * u.head(p).squaredNorm();
    design_.blocks([&](Index i, Index m) {
      const Design::Part margin = problem_.y.array().segment(i, m) * design_.values(at, i, m);
      for (Index j = 0; j < m; ++j) sum += weight_at(problem_.weights, i + j) * Logistic::value(margin(j));
    });
    return sum;
  }

  /// Newton's step, alpha at u on the way; half its squared decrement.
  double step(const Vector& u, Vector& alpha, Vector& out) {
    const Vector at = design_.coordinates(u);
    const Index p = u.size() - 1;
    Matrix products = Matrix::Zero(p + 1, p + 1);
    Vector down = design_.sums(Vector::Zero(p + 1), [&](Index i, Index m) {
      const Design::Part y = problem_.y.array().segment(i, m), margin = y * design_.values(at, i, m);
      Design::Part slope = margin.unaryExpr([](double z) { return -Logistic::slope(z); });
      Design::Part curvature = slope * (1 - slope);
      if (problem_.weights.size() > 0) {
        const auto weights = problem_.weights.array().segment(i, m);
        slope *= weights, curvature *= weights;
      }
      alpha.segment(i, m) = slope;
      design_.add_products(curvature, i, products);
      return Design::Part(y * slope);
    });
    down.head(p) -= problem_.lambda * u.head(p);
    Matrix hessian = design_.products(std::move(products));
    hessian.diagonal().head(p).array() += problem_.lambda;
    out = hessian.selfadjointView<Eigen::Lower>().ldlt().solve(down);
    return down.dot(out) / 2;
  }

 private:
  const SparseLogisticProblem& problem_;
  Design& design_;
};

} // namespace

SparseLogisticFit SparseLogisticSample::without_corners(const SparseLogisticProblem& problem) const {
  Smooth smooth(problem, design_);
  Vector u = Vector::Zero(x_.cols() + 1), direction;
  u(x_.cols()) = log_odds_of(labels_);
  SparseLogisticFit fit;
  fit.alpha.resize(labels_.y.size());
  double value = smooth.value(u);
  std::int64_t steps = 0;
  for (; steps < most_newton_steps; ++steps) {
    const double decrement = smooth.step(u, fit.alpha, direction);
    if (!(decrement > newton_ends * std::max(1e-12, value))) break;
    double length = 1, next = smooth.value(u + direction);
    while (!(next < value) && length > shortest_newton_step)
      length /= 2, next = smooth.value(u + length * direction);
    if (!(next < value)) break;
    u += length * direction;
    value = next;
  }
  fit.w = u.head(x_.cols());
  fit.b = u(x_.cols());
  fit.certificate = certify(problem, fit);
  fit.certificate.iterations = steps;
  return fit;
}

SparseLogisticFit SparseLogisticSample::with_corners(const SparseLogisticProblem& problem,
                                                     const StoppingRule& rule) const {
  const auto& [y, weights] = labels_;
  const Vector corner = corners(y, problem.interval, furthest_corner);
  const Vector target = -y.cwiseProduct(corner);
  SparseLogisticFit fit;
  std::int64_t steps = 0;
  for (const double slack : slacks) {
    InteriorPoint inside =
        interior_point({design_, target, TruncatedLogarithms{y, corner, weights}, problem.lambda},
                       aim_share * rule.relative_gap, {log_odds_of(labels_), slack});
    steps += inside.steps;
    fit.w = std::move(inside.w);
    fit.b = inside.b;
    fit.alpha = y.cwiseProduct(inside.a).cwiseMax(0).cwiseMin(weights_of_all(weights, y.size()));
    fit.certificate = certify(problem, fit);
    if (fit.certificate.proves(rule.relative_gap)) break;
  }
  fit.certificate.iterations = steps;
  return fit;
}

SparseLogisticFit SparseLogisticSample::at(const FaithfulInterval& interval, double lambda,
                                           const StoppingRule& rule) const {
  expect(lambda > 0, "lambda is positive");
  expect(0 <= interval.p_min && interval.p_min <= interval.p_max && interval.p_max <= 1 &&
             interval.p_min < 1 && interval.p_max > 0,
         "an interval of probabilities");
  const Labels& y = labels_.y;
  const SparseLogisticProblem problem{x_, y, interval, lambda, labels_.weights};
  const bool two_classes = y.minCoeff() < 0 && y.maxCoeff() > 0;
  const bool corners = interval.loss(1).corner > -infinity || interval.loss(-1).corner > -infinity;
  SparseLogisticFit fit = !two_classes ? of_one_class(problem)
                          : corners    ? with_corners(problem, rule)
                                       : without_corners(problem);
  if (!fit.certificate.proves(rule.relative_gap)) fit.certificate.status = Status::not_converged;
  for (Index i = 0; i < y.size(); ++i) {
    const Piece piece = piece_of(problem, fit, i);
    const double weight = weight_at(labels_.weights, i);
    fit.support_vectors += piece != Piece::flat ? weight : 0;
    fit.at_corner += piece == Piece::corner ? weight : 0;
  }
  return fit;
}

} // namespace core
