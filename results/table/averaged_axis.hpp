#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/table/averages.hpp"
#include "results/table/mean_over.hpp"

namespace results {

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

} // namespace results
