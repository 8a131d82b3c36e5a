#include "core/probability/scaling/beta_map.hpp"

#include <algorithm>

namespace core {
namespace {

constexpr double smallest_variance = 1e-4;

} // namespace

double BetaMap::operator()(double m) const {
  return carries_ ? to_.quantile(from_.tail(m)) : std::clamp(m + shift_, 0.0, 1.0);
}

BetaFamily::BetaFamily(const Vector& values, Vector targets, const Vector& weights)
    : targets_(std::move(targets)),
      weights_(weights),
      target_mean_(weighted_mean(targets_, weights)),
      from_{weighted_mean(values, weights), 0} {
  const double freedom = weight_of_all(weights, values.size()) - 1;
  const auto squares = (values.array() - from_.mean).square();
  const double sum = weights.size() == 0 ? squares.sum() : (squares * weights.array()).sum();
  const double variance = freedom > 0 ? sum / freedom : 0;
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
    sum += weight_at(weights_, i) * (off * off);
  }
  return sum / weight_of_all(weights_, targets_.size());
}

BetaMap BetaFamily::map(double total) const {
  if (!carries_) return BetaMap::shift(target_mean_ - from_.mean);
  return {from_, {target_mean_, total}};
}

} // namespace core
