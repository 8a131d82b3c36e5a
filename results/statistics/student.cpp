#include "results/statistics/student.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

namespace results {
namespace {

constexpr double least_tail = 1e-290; // below it the tail has lost digits

/// Wallace (1959): within a few thousandths wherever it is used.
double far_out(double t, double df) {
  return (8 * df + 1) / (8 * df + 3) * std::sqrt(2 * df * std::log(std::hypot(1, t / std::sqrt(df))));
}

} // namespace

EstimatedError combined(const EstimatedError& a, const EstimatedError& b) {
  return {std::hypot(a.se, b.se), std::min(a.se > 0 ? a.df : exact, b.se > 0 ? b.df : exact)};
}

double normal_equivalent(double t, double df) {
  if (std::isinf(df) || !std::isfinite(t)) return t;
  if (!(df >= 1)) return std::numeric_limits<double>::quiet_NaN();
  const double size = std::abs(t);
  const double tail = boost::math::cdf(boost::math::complement(boost::math::students_t(df), size));
  const double z = tail < least_tail ? far_out(size, df) : std::sqrt(2.0) * boost::math::erfc_inv(2 * tail);
  return std::copysign(z, t);
}

} // namespace results
