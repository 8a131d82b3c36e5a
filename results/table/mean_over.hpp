#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/summary.hpp"

namespace results {

/// What one value of an averaged axis contributes to a cell.
struct Part {
  std::string value; ///< its name on the axis
  std::int32_t setting = 0;
  Summary ours{}; ///< the mean over replicates, or a rank, which has no standard error
};

/// The unweighted mean of the parts' means. With k parts its Monte Carlo standard error is
/// sqrt(sum of se^2) / k: draws of different places are independent, and the places are those of the study,
/// not a sample. A part without a mean leaves none; an infinite one makes the mean infinite, and finite_mean
/// and finite_se are over the finite parts alone. Counts of replicates are sums over the parts, of the
/// infinite ones too.
Summary mean_over(const std::vector<Part>& parts);

/// The mean of ranks and its standard error over the parts, sd / sqrt(k) with divisor k - 1: NaN for fewer
/// than two parts. A part without a rank leaves no mean. `used` counts the parts that have one.
Summary mean_rank(const std::vector<Part>& parts);

} // namespace results
