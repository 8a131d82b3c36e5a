#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/report/table/table.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// Marks in each row the best cell of `metric` across the columns, and every cell that is level with it as
/// printed. Only finite means compete, and only where there are at least two of them.
void mark_best(Table& table, const std::string& metric);

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

/// The point with the best average as printed among those that share a place but for `axis`, degenerate
/// replicates left out first where the layout says so. How many replicates an average rests on plays no part,
/// except that among level averages the one over more replicates wins, and then the point listed first.
/// Averages that are not finite lose to finite ones. Nothing is chosen among points that are one computation,
/// or where no average is finite: then the first point stands for all. `points` is not empty.
Chosen best_over(const std::string& axis, const std::vector<Point>& points, const Contest& contest,
                 const Averages& averages);

/// What a layout's mean_over and rank_over make of the points that share a place.
class AveragedAxis {
 public:
  /// Keeps references to both. Throws UserError where the layout names an axis or a metric that the study
  /// does not have.
  AveragedAxis(const StudyCard& card, const Averages& averages);

  /// Whether the metric is the rank by another, of the layout's rank_over.
  bool is_rank(const std::string& metric) const { return ranked_.contains(metric); }

  /// Whether what lies at this place is ranked.
  bool competes(const Coordinates& at) const;

  /// One part for each of these points, in the order of the axis' values: the mean of the metric in its
  /// setting, or the rank of that mean among the competing points that differ from it on RankLayout::among
  /// alone, itself one of them.
  std::vector<Part> parts(const std::vector<Point>& points, const std::string& metric) const;

 private:
  double rank(const Point& point, const Metric& of) const;

  const StudyCard& card_;
  const Averages& averages_;
  std::map<std::string, Metric> ranked_;                     ///< rank_name -> what is ranked
  std::map<Coordinates, std::vector<Point>> by_competition_; ///< by the place without RankLayout::among
};

/// Whether the values of mean_over are pools, of which the paper's numbers are of one: a panel `pools` is
/// asked for. A cell's standard error is then that of a mean over a sample of pools, and its verdict that of
/// one pool (results/statistics/pools.hpp).
bool averages_pools(const Layout& layout);

/// The table a study's layout asks for: every place of the design on the row axes by every place on the
/// column axes by every shown metric, summarised over the finished replicates and compared with what the
/// paper prints. The improvement is derived here, in pairs over common replicates; the reference's own is
/// left out. A percentage gets one decimal less than the layout's. Where an axis is collapsed (best_over),
/// each metric shows the point with the best average of its own, an improvement those with the best averages
/// of what it is the improvement of. Where an axis is averaged (mean_over, rank_over), a cell is the average
/// of the means or ranks at its places. Published numbers that are comparable in order only have no z, and
/// their cells cannot tell. Throws UserError where the layout names what the study does not have,
/// leaves an axis that varies without a place, or a published text is not a number.
Table tabulate(const Results& results);

} // namespace results
