#include "core/multiclass/scaling/class_calibration.hpp"

#include <algorithm>

#include "core/multiclass/logit/softmax.hpp"
#include "core/multiclass/logit/softmax_terms.hpp"
#include "core/multiclass/scaling/temperature.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

// A class's scores closer than this, relative to the spread of all and to their size, are one score.
constexpr double one_score = 1e-7, rounding_of_scores = 1e-12;

constexpr const char* no_temperature =
    "The scores run against the classes, so the temperature is infinite. Every class has the same "
    "probability. "
    "Try another --method, or ask whether these inputs tell the classes apart.";

Matrix with_ones(const Matrix& x) {
  Matrix out(x.rows(), x.cols() + 1);
  out << x, Vector::Ones(x.rows());
  return out;
}

Eigen::RowVectorXd column_means(const Matrix& z, const Vector& weights) {
  if (weights.size() == 0) return z.colwise().mean();
  return weights.transpose() * z / weights.sum();
}

/// Probabilities by logits [m x K].
Probabilities of_logits(const Matrix& logits) {
  const Matrix logs = log_softmax(logits);
  return Probabilities::of_classes(exponentials(logs), logs);
}

/// The fit of the terms to a sample at hand, at the points.
Estimate of_terms(const Matrix& at_points, const Matrix& on_sample, const WeightedTargets& of_rows,
                  const std::vector<SoftmaxTerm>& terms) {
  const Index classes = of_rows.targets.cols();
  Matrix start = Matrix::Zero(classes + 1, classes);
  start.topRows(classes).setIdentity();
  const SoftmaxTermsFit fit = fit_softmax_terms(with_ones(on_sample), of_rows, terms, start);
  Estimate out;
  out.probability = of_logits(row_products(with_ones(at_points), fit.weights));
  out.summary.see(fit.certificate);
  out.facts["calibration_gradient"] = fit.gradient;
  return out;
}

} // namespace

Matrix class_targets(const ClassNumbers& y, ClassCalibration::Targets targets) {
  const Vector totals = y.totals();
  Matrix out = Matrix::Zero(y.size(), y.classes);
  for (Index i = 0; i < y.size(); ++i) {
    const int own = y.of[static_cast<std::size_t>(i)];
    const double count = totals(own);
    if (targets == ClassCalibration::Targets::smoothed)
      out.row(i).setConstant(1 / (count + y.classes)), out(i, own) = (count + 1) / (count + y.classes);
    else
      out(i, own) = 1;
  }
  return out;
}

Estimate TemperatureScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                         const ClassNumbers& y) const {
  const TemperatureFit fit = fit_temperature(on_sample, class_targets(y, targets), y.weights);
  Estimate out;
  out.probability = of_logits(fit.inverse * at_points);
  out.summary.see(fit.gap / std::max(1e-12, fit.loss), fit.status);
  out.facts = {{"inverse_temperature", fit.inverse}, {"temperature_gap", fit.gap}};
  if (fit.inverse == 0) out.remarks.emplace_back(no_temperature);
  return out;
}

Estimate VectorScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                    const ClassNumbers& y) const {
  // Centred scores of spread one: any origin and scale of z then converge alike. Intercepts take up the
  // origin. A column that is one number but for what its fits are certified to has no slope.
  const Eigen::RowVectorXd centre = column_means(on_sample, y.weights);
  const Eigen::RowVectorXd spreads = (on_sample.rowwise() - centre).cwiseAbs().colwise().maxCoeff();
  const double widest = spreads.maxCoeff(), unit = widest > 0 ? 1 / widest : 1;
  const Eigen::RowVectorXd least = (one_score * widest) + rounding_of_scores * centre.array().abs();
  const Eigen::RowVectorXd units =
      (spreads.array() > least.array()).select(Eigen::RowVectorXd::Constant(y.classes, unit), 0.0);
  const Matrix aims = class_targets(y, targets);
  std::vector<SoftmaxTerm> terms;
  for (Index k = 0; k < y.classes; ++k) terms.push_back({k, k});
  for (Index k = 0; k < y.classes; ++k) terms.push_back({k, y.classes});
  const auto scaled = [&](const Matrix& z) { return Matrix((z.rowwise() - centre) * units.asDiagonal()); };
  return of_terms(scaled(at_points), scaled(on_sample), {aims, y.weights}, terms);
}

Estimate DirichletCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                           const ClassNumbers& y) const {
  // The fit is of a sum, and half a square there is a square here.
  const double n = weight_of_all(y.weights, y.size()), K = y.classes;
  const Matrix aims = class_targets(y, targets);
  std::vector<SoftmaxTerm> terms;
  for (Index k = 0; k < y.classes; ++k) terms.push_back({k, k});
  for (Index k = 0; k < y.classes; ++k)
    for (Index j = 0; j < y.classes; ++j)
      if (j != k) terms.push_back({k, j, 2 * n * ridge / (K * (K - 1))});
  for (Index k = 0; k < y.classes; ++k) terms.push_back({k, y.classes, 2 * n * intercept_ridge / K});
  return of_terms(log_softmax(at_points), log_softmax(on_sample), {aims, y.weights}, terms);
}

} // namespace core
