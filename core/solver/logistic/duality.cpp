#include "core/solver/logistic/duality.hpp"

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

Balance balance(const Labels& y, const Vector& h, double b) {
  Balance out;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double share = -Logistic::slope(y(i) * (h(i) + b));
    out.sum += y(i) * share;
    out.slope += Logistic::curvature_of(share);
  }
  return out;
}

} // namespace

double balancing_intercept(const Labels& y, const Vector& h, double guess) {
  expect(y.minCoeff() < 0 && y.maxCoeff() > 0, "an intercept balances two classes");
  // Outside this bracket one class outweighs the other whatever h is.
  const double reach = log(static_cast<double>(y.size())) + 1;
  double low = -h.maxCoeff() - reach, high = -h.minCoeff() + reach;
  double b = std::min(std::max(guess, low), high);
  for (int k = 0; k < most_intercept_steps; ++k) {
    const Balance at = balance(y, h, b);
    (at.sum > 0 ? low : high) = b;
    double next = b + at.sum / at.slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (at.sum == 0 || next == b || next == low || next == high) break;
    b = next;
  }
  return b;
}

Vector dual_point_of(const Labels& y, const Vector& f) {
  Vector a(y.size());
  double positive = 0, negative = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double share = -Logistic::slope(y(i) * f(i));
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

double entropy(const Vector& a) {
  double sum = 0;
  for (const double v : a) sum -= Logistic::conjugate(-std::abs(v));
  return sum;
}

} // namespace core
