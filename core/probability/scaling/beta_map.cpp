#include "core/probability/scaling/beta_map.hpp"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <limits>

namespace core {
namespace {

constexpr double smallest_variance = 1e-4;

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

double BetaMap::operator()(double m) const {
  return carries_ ? to_.quantile(from_.tail(m)) : std::clamp(m + shift_, 0.0, 1.0);
}

BetaFamily::BetaFamily(const Vector& values, Vector targets)
    : targets_(std::move(targets)), target_mean_(targets_.mean()), from_{values.mean(), 0} {
  const double freedom = static_cast<double>(values.size() - 1);
  const double variance = freedom > 0 ? (values.array() - from_.mean).square().sum() / freedom : 0;
  if (variance > 0) from_.total = from_.mean * (1 - from_.mean) / variance - 1;
  carries_ = variance >= smallest_variance && from_.total > 0 && target_mean_ > 0 && target_mean_ < 1;
  if (!carries_) return;
  for (const double m : values) tails_.push_back(from_.tail(m));
}

double BetaFamily::loss(double total) const {
  const BetaLaw to{target_mean_, total};
  double sum = 0;
  for (Eigen::Index i = 0; i < targets_.size(); ++i) {
    const double off = targets_(i) - to.quantile(tails_[static_cast<std::size_t>(i)]);
    sum += off * off;
  }
  return sum / static_cast<double>(targets_.size());
}

BetaMap BetaFamily::map(double total) const {
  if (!carries_) return BetaMap::shift(target_mean_ - from_.mean);
  return {from_, {target_mean_, total}};
}

} // namespace core
