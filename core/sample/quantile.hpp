#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
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

/// The same of values in any order, which it changes. Cost their number.
inline double quantile_by_selection(std::vector<double>& values, double share) {
  expect(!values.empty(), "a quantile is of some values");
  const double place = share * static_cast<double>(values.size() - 1), whole = std::floor(place);
  const auto below = values.begin() + static_cast<std::ptrdiff_t>(whole);
  std::nth_element(values.begin(), below, values.end());
  const double above = below + 1 == values.end() ? *below : *std::min_element(below + 1, values.end());
  return *below + (place - whole) * (above - *below);
}

/// Where half of the weight of the values lies, or the mean of the two between which it does; of whole
/// weights the median of so many copies. The pairs are (value, weight), one at least.
inline double weighted_median(std::vector<std::pair<double, double>> values) {
  expect(!values.empty(), "a median is of some values");
  std::sort(values.begin(), values.end());
  double all = 0, below = 0;
  for (const auto& [value, weight] : values) all += weight;
  for (std::size_t k = 0; k + 1 < values.size(); ++k) {
    below += values[k].second;
    if (2 * below > all) return values[k].first;
    if (2 * below == all) return 0.5 * (values[k].first + values[k + 1].first);
  }
  return values.back().first;
}

} // namespace core
