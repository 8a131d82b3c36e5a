#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/statistics/summary.hpp"

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

/// The replicates of a setting, ascending, that its averages leave out by the study's layout: none,
/// degenerate_replicates or rounded_replicates.
std::vector<std::int32_t> left_out_replicates(const Results& results, std::int32_t setting);

/// The averages of a study's metrics over the replicates its layout asks for.
///
/// Average::all takes every replicate that gave a value, infinite ones included. Average::nondegenerate first
/// leaves out of all of a setting's averages the replicates in which some metric of the study is infinite for
/// that setting, or would be by probabilities that double precision rounds to 0 and 1 (degenerate_replicates;
/// Wang, Shen & Liu 2008, section 5.1), and counts them in Summary::degenerate; Average::unrounded leaves out
/// those, too, in which all such probabilities are on the right side (rounded_replicates). Where fewer than
/// two values are left, a metric that is never infinite there is averaged over all replicates after all, as
/// the paper's Table 2 has a test error of nearest neighbours beside a blank GKL; any other has no average
/// (NaN).
///
/// Replicates that failed are left out (FailurePolicy::drop), count with a worst value (WorstValues), or
/// leave no average (FailurePolicy::error): NaN wherever Summary::failed is not 0.
class Averages {
 public:
  /// Keeps a reference to the results. Cost: one look at every stored value of every metric where degenerate
  /// replicates are left out.
  explicit Averages(const Results& results);

  Summary of(std::int32_t setting, const std::string& metric) const;

  /// How much smaller `metric` is in `setting` than in `reference`, in percent (improvement_percent), over
  /// the replicates that are degenerate in neither.
  Summary improvement(std::int32_t setting, std::int32_t reference, const std::string& metric) const;

  /// The mean of `metric` in `setting` minus that in `reference`, replicate by replicate
  /// (paired_difference), over the replicates that are degenerate in neither; that in `reference` times a
  /// factor.
  Summary difference(std::int32_t setting, std::int32_t reference, const std::string& metric,
                     double factor = 1) const;

 private:
  /// What `of_pair` says of a metric in two settings over the replicates both keep.
  Summary paired(std::int32_t setting, std::int32_t reference, const std::string& metric,
                 const std::function<Summary(const Series&, const Series&)>& of_pair) const;

  /// The replicates of a setting, what is put in for the failed ones among them.
  Series replicates(std::int32_t setting, const std::string& metric) const;

  const Results& results_;
  std::optional<WorstValues> worst_;                ///< where they are put in
  std::vector<std::vector<std::int32_t>> left_out_; ///< [settings] replicates, ascending
};

} // namespace results
