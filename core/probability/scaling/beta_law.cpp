#include "core/probability/scaling/beta_law.hpp"

#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <limits>

namespace core {
namespace {

// Doubles throughout: what long double is differs between machines.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

constexpr int bisections = 64; // of an interval of 709

boost::math::beta_distribution<double, Policy> law(const BetaLaw& of) {
  return {of.mean * of.total, (1 - of.mean) * of.total};
}

/// Bisection on the logarithm: for the masses far out in a tail at which Boost's iteration does not end.
double bisected_quantile(const BetaLaw& of, double mass) {
  const auto x = law(of);
  double low = std::log(std::numeric_limits<double>::min()), high = 0;
  for (int k = 0; k < bisections; ++k) {
    const double middle = low + (high - low) / 2;
    (cdf(x, std::exp(middle)) < mass ? low : high) = middle;
  }
  return std::exp(high);
}

} // namespace

Tail BetaLaw::tail(double z) const {
  const auto x = law(*this);
  const double lower = cdf(x, z);
  if (lower <= 0.5) return {lower, Tail::Side::lower};
  return {cdf(complement(x, z)), Tail::Side::upper};
}

double BetaLaw::quantile(const Tail& tail) const {
  const auto x = law(*this);
  const bool lower = tail.side == Tail::Side::lower;
  try {
    return lower ? boost::math::quantile(x, tail.mass) : boost::math::quantile(complement(x, tail.mass));
  } catch (const boost::math::evaluation_error&) {
    return lower ? bisected_quantile(*this, tail.mass) : 1 - bisected_quantile({1 - mean, total}, tail.mass);
  }
}

} // namespace core
