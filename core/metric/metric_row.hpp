#pragma once
#include <string_view>

#include "core/estimate/estimate.hpp"
#include "core/sample/types.hpp"

namespace core {

/// A number that says how good estimated probabilities, or decisions, are on a test sample.
struct MetricRow {
  std::string_view id, label, meaning;
  bool needs_truth;         ///< reads Sample::truth
  bool needs_probabilities; ///< a method that only decides has none
  bool smaller_is_better;
  double (*value)(const Estimate& estimate, const Draw& draw); ///< at the m >= 1 test points
  bool orders = true; ///< methods, by size; false: it has a value that is right, or measures no method
};

} // namespace core
