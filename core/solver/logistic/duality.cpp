#include "core/solver/logistic/duality.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"

namespace core {
namespace {

constexpr int most_intercept_steps = 200;

/// The sum that is to be zero, and minus its slope. It falls in b.
struct Balance {
  double sum = 0, slope = 0;
};

Balance balance(const WeightedLabels& labels, const Vector& h, double b) {
  const auto& [y, w] = labels;
  Balance out;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double share = -Logistic::slope(y(i) * (h(i) + b)), weight = weight_at(w, i);
    out.sum += weight * (y(i) * share);
    out.slope += weight * Logistic::curvature_of(share);
  }
  return out;
}

/// How much an intercept can have to make up for: one class outweighs the other by less than this.
double imbalance(const WeightedLabels& labels) {
  const auto& [y, w] = labels;
  if (w.size() == 0) return static_cast<double>(y.size());
  const double all = w.sum(), positive = weight_of_positives(y, w);
  return all / std::min(positive, all - positive);
}

} // namespace

double balancing_intercept(const WeightedLabels& labels, const Vector& h, double guess) {
  const Labels& y = labels.y;
  expect(y.minCoeff() < 0 && y.maxCoeff() > 0, "an intercept balances two classes");
  // Outside this bracket one class outweighs the other whatever h is.
  const double reach = log(imbalance(labels)) + 1;
  double low = -h.maxCoeff() - reach, high = -h.minCoeff() + reach;
  double b = std::min(std::max(guess, low), high);
  for (int k = 0; k < most_intercept_steps; ++k) {
    const Balance at = balance(labels, h, b);
    (at.sum > 0 ? low : high) = b;
    double next = b + at.sum / at.slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (at.sum == 0 || next == b || next == low || next == high) break;
    b = next;
  }
  return b;
}

Vector dual_point_of(const WeightedLabels& labels, const Vector& f) {
  const auto& [y, w] = labels;
  Vector a(y.size());
  double positive = 0, negative = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double share = weight_at(w, i) * -Logistic::slope(y(i) * f(i));
    a(i) = y(i) * share;
    (y(i) > 0 ? positive : negative) += share;
  }
  return balanced(y, a, positive, negative);
}

Vector balanced(const Labels& y, const Vector& a, double positive, double negative) {
  const double keep_positive = positive > negative ? negative / positive : 1;
  const double keep_negative = negative > positive ? positive / negative : 1;
  return (y.array() > 0).select(keep_positive * a, keep_negative * a);
}

double weighted_losses(const WeightedLabels& labels, const Vector& f, double start) {
  const auto& [y, w] = labels;
  for (Eigen::Index i = 0; i < y.size(); ++i) start += weight_at(w, i) * Logistic::value(y(i) * f(i));
  return start;
}

double entropy(const Vector& a, const Vector& weights) {
  double sum = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double w = weight_at(weights, i);
    sum -= w * Logistic::conjugate(-std::abs(a(i)) / w);
  }
  return sum;
}

} // namespace core
