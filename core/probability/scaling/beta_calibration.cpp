#include "core/probability/scaling/beta_calibration.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/scaling/platt.hpp"

namespace core {
namespace {

constexpr int most_beta_steps = 100;
constexpr double shortest_beta_step = 1e-10;
constexpr double small_beta_slope = 1e-10, tolerated_slope = 1e-6; // of the mean cross entropy
constexpr double least_curvature = 1e-8;
constexpr double dependent = 1e-9; // a column of which so little is new, relative, says nothing new

/// What is multiplied by a and by b: log s and -log(1 - s) for s = sigmoid(2 f).
double lower_tail(double f) {
  return -Logistic::value(2 * f);
}
double upper_tail(double f) {
  return Logistic::value(-2 * f);
}

/// Weighted means over the rows.
class Means {
 public:
  explicit Means(const Vector& weights) : weights_(weights), total_(weights.sum()) {}

  double product(const Vector& x, const Vector& y) const {
    double sum = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) sum += weights_(i) * (x(i) * y(i));
    return sum / total_;
  }
  double average(const Vector& x) const { return product(x, Vector::Ones(x.size())); }
  double weight(Eigen::Index i) const { return weights_(i); }
  double total() const { return total_; }

 private:
  Vector weights_; ///< each 1 where a person has none
  double total_;
};

/// A column less its mean, over its root mean square; where all of it is one value, 0.
struct Standard {
  double mean = 0, scale = 0;
  Vector column;

  Standard(const Vector& x, const Means& over) : mean(over.average(x)), column(x.array() - mean) {
    const double spread = std::sqrt(over.product(column, column));
    if (spread <= dependent * std::max(1.0, std::abs(mean))) return;
    scale = spread;
    column /= scale;
  }
};

/// At most three columns, without memory of their own.
using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using FewSquared = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// What a line is fitted to.
struct LineData {
  const Vector& targets;
  Means over;
};

/// The mean cross entropy at weights of orthonormal columns, with its derivatives.
struct CrossEntropyAt {
  double value = 0;
  Few slope;
  FewSquared curvature;

  CrossEntropyAt(const std::vector<Vector>& columns, const LineData& data, const Few& weights)
      : slope(Few::Zero(weights.size())), curvature(FewSquared::Zero(weights.size(), weights.size())) {
    Few x(weights.size());
    const Vector& targets = data.targets;
    for (Eigen::Index i = 0; i < targets.size(); ++i) {
      double z = 0;
      for (Eigen::Index k = 0; k < x.size(); ++k) {
        x(k) = columns[static_cast<std::size_t>(k)](i);
        z += weights(k) * x(k);
      }
      const double p = sigmoid(z), w = data.over.weight(i);
      value += w * Logistic::cross_entropy(targets(i), z);
      slope += w * (p - targets(i)) * x;
      curvature += w * Logistic::curvature(z) * x * x.transpose();
    }
    const double n = data.over.total();
    value /= n, slope /= n, curvature /= n;
  }

  double largest_slope() const { return slope.cwiseAbs().maxCoeff(); }
};

struct NewtonFit {
  Few weights;
  CrossEntropyAt at;
  Status status = Status::ok;
};

/// The weights of least mean cross entropy.
NewtonFit least_cross_entropy(const std::vector<Vector>& columns, const LineData& data) {
  const auto count = static_cast<Eigen::Index>(columns.size());
  const Few weights = Few::Zero(count);
  NewtonFit fit{weights, {columns, data, weights}};
  const double rounding = 16 * unit_roundoff * static_cast<double>(data.targets.size());
  for (int step_number = 0; step_number < most_beta_steps; ++step_number) {
    if (fit.at.largest_slope() <= small_beta_slope) return fit;
    const FewSquared damped = fit.at.curvature + 1e-12 * FewSquared::Identity(count, count);
    const Few direction = -damped.ldlt().solve(fit.at.slope);
    const double descent = fit.at.slope.dot(direction);
    const bool is_flat = -descent <= rounding * fit.at.value;
    double step = 1;
    for (; step >= shortest_beta_step; step /= 2) {
      const Few next = fit.weights + step * direction;
      CrossEntropyAt there(columns, data, next);
      if (there.value < fit.at.value + 1e-4 * step * descent ||
          (is_flat && there.largest_slope() < fit.at.largest_slope())) {
        fit.weights = next, fit.at = std::move(there);
        break;
      }
    }
    if (step < shortest_beta_step) break;
  }
  if (fit.at.largest_slope() > tolerated_slope) fit.status = Status::not_converged;
  return fit;
}

/// With labels for targets, the cross entropy may fall for ever; then it is bent no more where Newton's
/// method stops.
bool runs_away(const NewtonFit& fit, const Vector& targets) {
  if ((targets.array() > 0 && targets.array() < 1).all()) return false;
  return Eigen::SelfAdjointEigenSolver<FewSquared>(fit.at.curvature).eigenvalues()(0) <= least_curvature;
}

struct Line {
  double slope = 0, offset = 0, bend = 0;
  double loss = 0;
  Status status = Status::ok;
};

/// The log-odds slope x + bend y + offset of least mean cross entropy; without y, or where x and 1 say all of
/// it, bend = 0.
Line fitted_line(const LineData& data, const Vector& x, const Vector& y = {}) {
  const Means& over = data.over;
  std::vector<Vector> columns{Vector::Ones(x.size())};
  const Standard first(x, over);
  double shared = 0;
  if (first.scale > 0) columns.push_back(first.column);
  Standard second(y.size() > 0 ? y : Vector::Zero(x.size()), over);
  if (second.scale > 0 && first.scale > 0) {
    shared = over.product(second.column, first.column);
    const Standard rest(second.column - shared * first.column, over);
    shared *= second.scale;
    second.scale *= rest.scale;
    if (rest.scale > 0) columns.push_back(rest.column);
  }
  const NewtonFit fit = least_cross_entropy(columns, data);
  Line out;
  out.loss = fit.at.value;
  out.status = runs_away(fit, data.targets) ? Status::not_converged : fit.status;
  if (columns.size() > 2) out.bend = fit.weights(2) / second.scale;
  if (columns.size() > 1) out.slope = (fit.weights(1) - out.bend * shared) / first.scale;
  out.offset = fit.weights(0) - out.slope * first.mean - out.bend * second.mean;
  return out;
}

/// The fit on an edge of the quadrant: the log-odds slope x + offset with slope >= 0.
Line fitted_edge(const LineData& data, const Vector& x) {
  const Line free = fitted_line(data, x);
  return free.slope >= 0 ? free : fitted_line(data, Vector::Zero(x.size()));
}

/// The largest violation of the conditions of the minimum.
double violation(const Vector& f, const LineData& data, const BetaCalibrationFit& fit) {
  Vector residual(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i) residual(i) = sigmoid(fit.log_odds(f(i))) - data.targets(i);
  const auto of = [&](double parameter, const Vector& x) {
    const double slope = data.over.product(residual, Standard(x, data.over).column);
    return parameter > 0 ? std::abs(slope) : std::max(0.0, -slope);
  };
  const double lower = of(fit.a, f.unaryExpr(&lower_tail)), upper = of(fit.b, f.unaryExpr(&upper_tail));
  return std::max({std::abs(data.over.average(residual)), lower, upper});
}

} // namespace

double BetaCalibrationFit::log_odds(double decision) const {
  return a * lower_tail(decision) + b * upper_tail(decision) + c;
}

BetaCalibrationFit fit_beta_calibration(const Vector& decision, const Vector& targets,
                                        const Vector& weights) {
  expect(decision.size() == targets.size() && targets.size() > 0, "one decision value a target");
  const LineData data{targets, Means(weights_of_all(weights, targets.size()))};
  const Vector lower = decision.unaryExpr(&lower_tail), upper = decision.unaryExpr(&upper_tail);
  const Line free = fitted_line(data, lower + upper, upper - lower);
  BetaCalibrationFit out{free.slope - free.bend, free.slope + free.bend, free.offset, free.status};
  out.loss = free.loss;
  if (out.a < 0 || out.b < 0) {
    const Line without_a = fitted_edge(data, upper), without_b = fitted_edge(data, lower);
    const bool drops_a = without_a.loss <= without_b.loss;
    const Line& edge = drops_a ? without_a : without_b;
    out = {drops_a ? 0 : edge.slope, drops_a ? edge.slope : 0, edge.offset, edge.status};
    out.loss = edge.loss;
  }
  out.gradient = violation(decision, data, out);
  if (out.gradient > tolerated_slope) out.status = Status::not_converged;
  return out;
}

Estimate BetaCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                      const WeightedLabels& labels) const {
  const Vector aims =
      targets == Targets::smoothed ? smoothed_targets(labels) : Vector((labels.y.array() > 0).cast<double>());
  const BetaCalibrationFit fit = fit_beta_calibration(on_sample.col(0), aims, labels.weights);
  Estimate out;
  if (fit.status != Status::ok) out.summary.status = fit.status;
  Vector log_odds = at_points.col(0).unaryExpr([&](double f) { return fit.log_odds(f); });
  Vector probability = log_odds.unaryExpr(&sigmoid);
  out.probability = {std::move(probability), std::move(log_odds)};
  out.facts = {{"beta_calibration_a", fit.a},
               {"beta_calibration_b", fit.b},
               {"beta_calibration_c", fit.c},
               {"beta_calibration_gradient", fit.gradient}};
  return out;
}

} // namespace core
