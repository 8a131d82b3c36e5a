#include "core/probability/scaling/platt.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/loss/logistic.hpp"

namespace core {
namespace {

constexpr int most_iterations = 100;
constexpr double small_gradient = 1e-10; // gradient of the mean cross entropy
constexpr double curvature_floor = 1e-12;
constexpr double shortest_step = 1e-10;
constexpr double rounding = 1e-9; // decision values closer than this, relative to their size, are one value

Vector smoothed_targets(const Labels& y) {
  const double positive = static_cast<double>((y.array() > 0).count());
  const double negative = static_cast<double>(y.size()) - positive;
  const double high = (positive + 1) / (positive + 2), low = 1 / (negative + 2);
  return (y.array() > 0).select(Vector::Constant(y.size(), high), Vector::Constant(y.size(), low));
}

/// Mean cross entropy of targets t against 1 / (1 + exp(a f + b)).
double objective(const Vector& f, const Vector& t, double a, double b) {
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) sum += Logistic::cross_entropy(t(i), -(a * f(i) + b));
  return sum / static_cast<double>(f.size());
}

struct Derivatives {
  double ga = 0, gb = 0;            // gradient
  double haa = 0, hab = 0, hbb = 0; // Hessian
};

Derivatives derivatives(const Vector& f, const Vector& t, double a, double b) {
  Derivatives d;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double p = sigmoid(-(a * f(i) + b));
    const double residual = t(i) - p, curvature = Logistic::curvature_of(p);
    d.ga += f(i) * residual, d.gb += residual;
    d.haa += f(i) * f(i) * curvature, d.hab += f(i) * curvature, d.hbb += curvature;
  }
  const double n = static_cast<double>(f.size());
  return {d.ga / n, d.gb / n, d.haa / n, d.hab / n, d.hbb / n};
}

/// One Newton step with backtracking; false when no step improves any more.
bool improve(const Vector& f, const Vector& t, const Derivatives& d, PlattSigmoid& fit) {
  const double haa = d.haa + curvature_floor, hbb = d.hbb + curvature_floor;
  const double determinant = haa * hbb - d.hab * d.hab;
  const double da = -(hbb * d.ga - d.hab * d.gb) / determinant;
  const double db = -(haa * d.gb - d.hab * d.ga) / determinant;
  const double slope = d.ga * da + d.gb * db;
  const double before = objective(f, t, fit.slope, fit.offset);
  for (double step = 1; step >= shortest_step; step /= 2) {
    const double a = fit.slope + step * da, b = fit.offset + step * db;
    if (objective(f, t, a, b) < before + 1e-4 * step * slope) {
      fit.slope = a, fit.offset = b;
      return true;
    }
  }
  return false;
}

} // namespace

Vector PlattSigmoid::probability(const Vector& decision) const {
  return decision.unaryExpr([this](double f) { return sigmoid(-(slope * f + offset)); });
}

PlattSigmoid fit_platt(const Vector& decision, const Labels& y) {
  expect(decision.size() == y.size() && y.size() > 0, "one decision value a label");
  const Vector targets = smoothed_targets(y);
  // Centred and scaled decision values make the two parameters comparable: any scale of f then converges
  // alike.
  const double centre = decision.mean();
  const double spread = (decision.array() - centre).abs().maxCoeff();
  PlattSigmoid fit;
  const double share = targets.mean();
  fit.offset = std::log((1 - share) / share);
  if (spread <= rounding * std::max(1.0, std::abs(centre)))
    return fit; // exact: only the offset is determined
  const Vector f = (decision.array() - centre) / spread;
  fit.status = Status::not_converged;
  for (; fit.iterations < most_iterations; ++fit.iterations) {
    const Derivatives d = derivatives(f, targets, fit.slope, fit.offset);
    fit.gradient = std::max(std::abs(d.ga), std::abs(d.gb));
    if (fit.gradient <= small_gradient) {
      fit.status = Status::ok;
      break;
    }
    if (!improve(f, targets, d, fit)) {
      fit.status =
          fit.gradient <= 1e-6 ? Status::ok : Status::not_converged; // the objective is flat to rounding
      break;
    }
  }
  fit.slope /= spread;
  fit.offset -= fit.slope * centre;
  return fit;
}

Estimate PlattCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const Labels& y) const {
  const PlattSigmoid sigmoid = fit_platt(on_sample.col(0), y);
  Estimate out;
  if (sigmoid.status != Status::ok) out.summary.status = sigmoid.status;
  out.probability = sigmoid.probability(at_points.col(0));
  out.log_odds = -(sigmoid.slope * at_points.col(0).array() + sigmoid.offset);
  out.facts = {
      {"platt_slope", sigmoid.slope}, {"platt_offset", sigmoid.offset}, {"platt_gradient", sigmoid.gradient}};
  return out;
}

} // namespace core
