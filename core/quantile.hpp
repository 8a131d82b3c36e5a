#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/contract.hpp"

namespace core {

/// The quantile at a share in [0, 1] of ascending values, of which there is one: linear between order
/// statistics, the share of the way from the first to the last (type 7 of Hyndman & Fan 1996).
inline double quantile(const std::vector<double>& ascending, double share) {
  expect(!ascending.empty(), "a quantile is of some values");
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

} // namespace core
