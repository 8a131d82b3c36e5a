#pragma once
#include <map>
#include <string>
#include <vector>

#include "results/results.hpp"
#include "results/summary.hpp"

namespace results {

/// What a failed replicate counts with under FailurePolicy::worst.
class WorstValues {
 public:
  /// Looks up, for each data set (the value of axis data) and each metric of the study, the worst finite
  /// value among all its cells that have one. Cost: one look at every stored value of every metric.
  explicit WorstValues(const Results& results);

  /// The series of `metric` in `setting` with that worst value in the place of each failed replicate's,
  /// marked as put in. As it is where no replicate gave a value: a mean of nothing but values put in would
  /// say nothing of the setting.
  Series put_into(Series series, std::int32_t setting, const std::string& metric) const;

 private:
  std::vector<std::string> data_of_;                           ///< [settings] the data set; empty = none
  std::map<std::string, std::map<std::string, double>> worst_; ///< by data set, then by metric
};

} // namespace results
