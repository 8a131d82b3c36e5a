#include "core/elementary/normal_tail.hpp"

#include <cmath>

#include "core/elementary/functions.hpp"

namespace core {

// Below 2 by 1 less the series of erf, whose terms are positive; above by Laplace's continued fraction, from
// its 120th part on.
double erfc(double x) {
  constexpr double root_of_pi = 1.7724538509055160273, large = 2;
  if (std::isnan(x)) return x;
  if (x < 0) return 2 - erfc(-x);
  const double bell = exp(-x * x) / root_of_pi;
  if (x >= large) {
    double below = 0;
    for (int k = 120; k >= 1; --k) below = (k / 2.0) / (x + below);
    return bell / (x + below);
  }
  double term = x, sum = x;
  for (int n = 1; term > sum * 1e-18; ++n) sum += term *= 2 * x * x / (2 * n + 1);
  return 1 - 2 * bell * sum;
}

} // namespace core
