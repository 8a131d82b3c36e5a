#pragma once
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// One thing that two files say differently of a cell.
struct DifferingValue {
  std::string name; ///< of the value; status; stage or error of a failed cell; "criterion.value[3]"
  std::string a, b; ///< the shortest decimals that read back as the same doubles; the words of an outcome
};

struct DifferingCell {
  Key key;
  std::vector<DifferingValue> values;
};

/// Two results files cell by cell, every bit.
struct CellComparison {
  std::size_t same = 0, different = 0;    ///< cells both have
  std::size_t only_a = 0, only_b = 0;     ///< cells of settings both have, stored by one alone
  std::size_t others_a = 0, others_b = 0; ///< cells of settings the other file does not have
  std::vector<DifferingCell> first{};     ///< differing cells in the order of their keys, the first few

  bool is_equal() const { return different + only_a + only_b + others_a + others_b == 0; }
};

/// Cells are matched by key. Compared are outcome, every value and every series bit by bit, and of failed
/// cells stage and error: what data_hash covers. All NaN are one; a value that one file has no name for is
/// NaN, and a series of nothing but NaN counts as none. Time, signals and standard error are not compared.
/// Cost: one look at every number of both.
CellComparison compare_cells(const Results& a, const Results& b, std::size_t listed);

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

/// z is the normal equivalent (results/statistics/student.hpp) of t = (mean_b - mean_a) / sqrt(se_a^2
/// + se_b^2), as if the replicates of the two files were independent; where they share random numbers the
/// true error is smaller, and z errs on the side of equality. Failed replicates are left out. Where both
/// standard errors are 0, z is 0 for equal means and infinite for others.
///
/// Infinite values have no mean: the finite ones' means are compared, and the shares of infinite replicates
/// by the two-sample z of proportions, each a comparison of its own. With fewer than two finite values on a
/// side means cannot be tested, unless both are equal. Points are matched by equal coordinates, metrics by
/// name.
MeanComparison compare_means(const Results& a, const Results& b);

/// The two files a difference is between, as their user named them.
struct Compared {
  const Results &a, &b;
  std::string name_a, name_b;
};

/// The cells: counts, then each listed one with the values that differ, at most a few, and the command that
/// computes it again. Several lines.
std::string cells_text(const CellComparison& cells, const Compared& files);

/// The means: how many were compared, how many lie beyond 3 standard errors and how many would by chance,
/// then the farthest. Several lines; empty where every point has its
/// counterpart and equal settings.
std::string means_text(const MeanComparison& means, const Compared& files);

} // namespace results
