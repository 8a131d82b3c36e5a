#pragma once
#include <string>
#include <vector>

#include "results/table/averages.hpp"

namespace results {

/// What is compared: a metric, to so many digits behind the point.
struct Contest {
  const Metric& metric;
  int decimals;
};

/// The point a table shows where an axis is collapsed to its best value.
struct Chosen {
  Point point;
  Summary ours;
  std::string value; ///< its value on the axis; empty where there was nothing to choose
};

/// Of points that share a place but for `axis`, the one with the best average as printed, degenerate
/// replicates left out first where the layout says so. How many replicates an average rests on plays no part,
/// except that of averages that are level the one over more replicates wins, and then the point listed first.
/// Averages that are not finite lose to finite ones. Nothing is chosen among points that are one computation,
/// or where no average is finite: then the first point stands for all. `points` is not empty.
Chosen best_over(const std::string& axis, const std::vector<Point>& points, const Contest& contest,
                 const Averages& averages);

} // namespace results
