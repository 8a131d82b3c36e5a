#pragma once
#include <string>
#include <vector>

#include "results/statistics/chance.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// What two files say of one metric at one point of the design whose settings differ.
struct MeanDifference {
  Coordinates at;
  std::string metric;
  Summary a, b;
  double z = 0; ///< of the finite values' means, b - a over their combined standard error; NaN = untestable
  double z_share = 0; ///< of the shares of infinite values; 0 where neither has one, NaN = untestable

  double largest() const; ///< |z|, the larger of the two; NaN where neither is testable
};

struct MeanComparison {
  std::size_t points = 0; ///< matched points whose settings differ, each pair of settings once
  std::size_t points_a = 0, points_b = 0; ///< points at places the other file does not have
  std::size_t untestable = 0;             ///< metrics at points with too few values on a side
  std::size_t one_sided = 0;              ///< metrics of which one side has run and has no value
  Beyond beyond{};
  std::vector<MeanDifference> largest{}; ///< those beyond, the largest |z| first
};

/// z = (mean_b - mean_a) / sqrt(se_a^2 + se_b^2), as if the replicates of the two files were independent;
/// where they share random numbers the true error is smaller, and z errs on the side of equality. Failed
/// replicates are left out. Where both standard errors are 0, z is 0 for equal means and infinite for others.
///
/// Infinite values have no mean: the finite ones' means are compared, and the shares of infinite replicates
/// by the two-sample z of proportions, each a comparison of its own. With fewer than two finite values on a
/// side means cannot be tested, unless both are equal; with a handful, z has heavier tails than a normal
/// variable. Points are matched by equal coordinates, metrics by name.
MeanComparison compare_means(const Results& a, const Results& b);

} // namespace results
