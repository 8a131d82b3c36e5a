#include "core/probability/scaling/coherence_scaling.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/logistic_sums.hpp"

namespace core {
namespace {

constexpr double least_log = -9.21034037197618, most_log = -least_log; // of 1e-4 and 1e4
constexpr int grid = 97, most_newton_steps = 100;
constexpr double small_slope = 1e-8, flat_slope = 1e-14;

/// Training points this near to 1 or -1 are there: the elbow of a support vector machine.
constexpr double at_margin = 1e-7;

/// On the elbow a decision value is 1 or -1 but for rounding, which would choose among small rho.
Vector with_elbow_at_margin(const Vector& decision) {
  return decision.unaryExpr(
      [](double f) { return std::abs(std::abs(f) - 1) <= at_margin ? std::copysign(1, f) : f; });
}

/// The mean cross entropy at log rho = t, with its two derivatives in t.
struct CrossEntropy {
  double value = 0, slope = 0, curvature = 0;
};

/// With s = 1 / rho the log-odds phi have phi' = q(A)(f - u) + q(B)(f + u), A = (f - u) s, B = -(f + u) s, in
/// s; and d/dt = -s d/ds.
CrossEntropy cross_entropy(const Vector& f, const WeightedLabels& labels, double u, double t) {
  CrossEntropy out;
  const Labels& y = labels.y;
  const double s = exp(-t);
  const Coherence loss = Coherence::v(exp(t), u);
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double down = f(i) - u, up = f(i) + u;
    const double first = sigmoid(down * s) * down + sigmoid(-up * s) * up;
    const double second = Logistic::curvature(down * s) * down * down - Logistic::curvature(up * s) * up * up;
    const double phi = coherent_log_odds(loss, f(i)), z = y(i) * phi;
    const double in_t = -s * first, twice = s * first + s * s * second;
    const double w = weight_at(labels.weights, i);
    out.value += w * Logistic::value(z);
    out.slope += w * (y(i) * Logistic::slope(z) * in_t);
    out.curvature += w * (Logistic::curvature(z) * in_t * in_t + y(i) * Logistic::slope(z) * twice);
  }
  const double n = weight_of_all(labels.weights, f.size());
  return {out.value / n, out.slope / n, out.curvature / n};
}

} // namespace

Estimate SollichScaling::probability(const Matrix& at_points, const Matrix&, const WeightedLabels&) const {
  const Vector odds =
      at_points.col(0).unaryExpr([](double f) { return std::abs(f) <= 1 ? 2 * f : f + std::copysign(1, f); });
  Estimate out;
  out.probability = {sigmoids(odds), odds};
  return out;
}

CoherenceFit fit_coherence(const Vector& given, const WeightedLabels& labels, double u) {
  expect(given.size() == labels.y.size() && given.size() > 0, "one decision value a label");
  const Vector decision = with_elbow_at_margin(given);
  const double step = (most_log - least_log) / (grid - 1);
  int best = grid - 1;
  double least = infinity;
  for (int k = grid; k-- > 0;) // from the largest rho: of level ones it is taken
    if (const double value = cross_entropy(decision, labels, u, least_log + k * step).value; value < least)
      best = k, least = value;
  const double middle = best == grid - 1 ? most_log : least_log + best * step;
  double low = std::max(least_log, middle - step), high = std::min(most_log, middle + step), t = middle;
  CrossEntropy at = cross_entropy(decision, labels, u, t);
  for (int k = 0; k < most_newton_steps && std::abs(at.slope) > flat_slope && high > low; ++k) {
    (at.slope > 0 ? high : low) = t;
    double next = t - at.slope / at.curvature;
    if (!(at.curvature > 0 && next > low && next < high)) next = low + (high - low) / 2;
    if (next == t || next == low || next == high) break;
    t = next;
    at = cross_entropy(decision, labels, u, t);
  }
  // At an end of the interval the slope may point out of it.
  const double inward = t <= least_log ? -at.slope : t >= most_log ? at.slope : std::abs(at.slope);
  return {exp(t), inward <= small_slope ? Status::ok : Status::not_converged, std::max(0.0, inward)};
}

Estimate CoherenceScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const WeightedLabels& labels) const {
  const CoherenceFit fit = fit_coherence(on_sample.col(0), labels, u);
  const Coherence loss = Coherence::v(fit.rho, u);
  const Vector odds = at_points.col(0).unaryExpr([&](double f) { return coherent_log_odds(loss, f); });
  Estimate out;
  if (fit.status != Status::ok) out.summary.status = fit.status;
  out.probability = {sigmoids(odds), odds};
  out.facts = {{"rho", fit.rho}, {"rho_gradient", fit.gradient}};
  return out;
}

} // namespace core
