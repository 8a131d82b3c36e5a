#pragma once
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"

// What is said about a metric over the replicates of one setting. The same values give the same bits in
// whatever order they arrive: sums run over sorted values.
namespace results {

/// One finished replicate. `value` is NaN where the cell has no such value.
struct Observation {
  std::int32_t replicate = 0;
  double value = 0;
  Outcome outcome = Outcome::ok;
  bool is_put_in = false; ///< the cell failed; value and outcome stand in for its own
};

/// The finished replicates of one setting, sorted by replicate.
using Series = std::vector<Observation>;

/// Those of `metric`; all NaN where no cell has it. Rows are sorted by setting, so this costs O(log rows +
/// replicates).
Series series(const Rows& rows, std::int32_t setting, const std::string& metric);

/// The replicates of a setting, ascending, that are stored as `degenerate` - a loss would be infinite by the
/// probabilities as double precision has them - or in which one of these metrics is infinite.
std::vector<std::int32_t> degenerate_replicates(const Rows& rows, std::int32_t setting,
                                                const std::vector<Metric>& metrics);

/// These and the ones that are stored as `rounded`: some probability of a test point is 0 or 1 in double
/// precision, whether or not it is on the wrong side and makes a loss infinite.
std::vector<std::int32_t> rounded_replicates(const Rows& rows, std::int32_t setting,
                                             const std::vector<Metric>& metrics);

struct Summary {
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< infinite as soon as one value is
  double se = std::numeric_limits<double>::quiet_NaN();   ///< Monte Carlo standard error of the mean
  double finite_mean = mean, finite_se = se;              ///< the same over the finite values alone
  std::int32_t used = 0;          ///< replicates behind the mean, the infinite ones included
  std::int32_t infinite = 0;      ///< of the used
  std::int32_t not_converged = 0; ///< of the used
  std::int32_t failed = 0;        ///< finished without a value because the cell failed
  std::int32_t put_in = 0;        ///< of the used: the cell failed, and a value stands in for its own
  std::int32_t undefined = 0;     ///< finished well, but the value is NaN
  std::int32_t degenerate = 0;    ///< left out: see left_out_replicates

  std::int32_t finite() const { return used - infinite; }

  /// The spread of single replicates, divisor n - 1; NaN where the mean has no standard error.
  double sd() const { return se * std::sqrt(static_cast<double>(finite())); }
};

/// The mean with its standard error sd / sqrt(n), sd with divisor n - 1; NaN for fewer than two values, and
/// where the mean is infinite. Values of cells that did not converge are used, and counted; so are values put
/// in for those of failed cells.
Summary summarise(const Series& series);

/// 100 (1 - mean(a) / mean(b)) over the replicates in which both have a value: how much smaller `a` is than
/// the reference `b`, in percent. The standard error is the delta method's for a ratio of paired means r =
/// mean(a)/mean(b): 100 sd(a_i - r b_i) / (sqrt(n) |mean(b)|). It equals the standard error of a difference
/// of means scaled by 100 / mean(b) near r = 1, and keeps what common random numbers gain. NaN where mean(b)
/// is zero or infinite.
Summary improvement_percent(const Series& a, const Series& b);

/// The mean of a - b over the replicates in which both have a value, with the standard error of paired
/// differences. NaN for mean and standard error as soon as one of the two is infinite in some replicate;
/// Summary::infinite counts those.
Summary paired_difference(const Series& a, const Series& b);

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
