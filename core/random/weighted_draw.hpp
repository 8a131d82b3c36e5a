#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random/stream.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {

/// Draws from 0 ... n - 1, in proportion to weights [n]; where there are none, each as often, with the draws
/// of Stream::below. Cost log n a draw.
class WeightedDraw {
 public:
  WeightedDraw(const Vector& weights, std::size_t n)
      : n_(n), up_to_(static_cast<std::size_t>(weights.size())) {
    std::partial_sum(weights.begin(), weights.end(), up_to_.begin());
  }

  std::size_t operator()(Stream& stream) const {
    if (up_to_.empty()) return stream.below(n_);
    const double at = stream.uniform() * up_to_.back();
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), at);
    return std::min(n_ - 1, static_cast<std::size_t>(found - up_to_.begin()));
  }

 private:
  std::size_t n_;
  std::vector<double> up_to_; ///< [n] cumulative, or empty
};

} // namespace core
