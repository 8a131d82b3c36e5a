#pragma once
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/sample/types.hpp"

namespace core {

/// g(t) = -log(1 - exp(-t)), t > 0: what keeps two thresholds of ordered classes apart
/// (core/multiclass/logit/proportional_odds.hpp). Its digits are those of 1 - exp(-t). Its second
/// derivative falls by a factor of at most exp(-d coth(t / 2)) from t to t + d.
struct IntervalLoss {
  static double value(double t) { return t > 0 ? -log(1 - exp(-t)) : infinity; }
  static double slope(double t) { return -exp(-t) / (1 - exp(-t)); }
  static double curvature(double t) { return exp(-t) / ((1 - exp(-t)) * (1 - exp(-t))); }
  static double conjugate(double u) { // u <= 0
    const double r = -u;
    return (r > 0 ? r * log(r) : 0) - (1 + r) * log1p(r);
  }
};

} // namespace core
