#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "results/statistics/agreement.hpp"
#include "results/statistics/summary.hpp"

namespace results {

/// What one value of an averaged axis contributes to a cell.
struct Part {
  std::string value; ///< its name on the axis
  std::int32_t setting = 0;
  Summary ours{}; ///< the mean over replicates, or a rank, which has no standard error
};

std::vector<Summary> summaries_of(const std::vector<Part>& parts);

/// The unweighted mean of the parts' means. With k parts its Monte Carlo standard error is
/// sqrt(sum of se^2) / k: draws of different places are independent, and the places are those of the study,
/// not a sample. A part without a mean leaves none; an infinite one makes the mean infinite, and finite_mean
/// and finite_se are over the finite parts alone. Counts of replicates are sums over the parts, of the
/// infinite ones too.
Summary mean_over(const std::vector<Part>& parts);

/// mean_over of places that are a sample, such as pools: the standard error is sd / sqrt(k) of the parts'
/// means, divisor k - 1.
Summary mean_over_sample(const std::vector<Part>& parts);

/// The mean of ranks and its standard error over the parts, sd / sqrt(k) with divisor k - 1: NaN for fewer
/// than two parts. A part without a rank leaves no mean. `used` counts the parts that have one.
Summary mean_rank(const std::vector<Part>& parts);

// A table of a paper as values: rows x columns, in each place what we computed, what the paper prints, and
// whether the two agree. Not yet text: results/format turns it into that.

/// A metric at a place of the design.
struct TableCell {
  Coordinates at;
  std::string metric;
  bool computed = false;                 ///< the study has this point; else only the paper has
  std::optional<std::int32_t> setting{}; ///< whose replicates; none for an improvement, which has two, and
                                         ///< for an average over an axis
  std::string chosen{}; ///< of Table::best_over, the value shown; empty where none was chosen
  Summary ours{};
  std::vector<Part> parts{}; ///< what Table::averaged contributes, value by value
  std::int32_t planned = 0;  ///< replicates the study asks for; of an average rank, parts
  Published published{};     ///< its texts are empty where the paper prints nothing
  Agreement agreement{};
  bool withheld = false; ///< replicates failed and the study asks for no average then (FailurePolicy::error):
                         ///< there is neither a mean nor a verdict
  bool best = false;     ///< best of its row, or level with the best as printed
};

/// One value column: a place on the column axes and a metric.
struct TableColumn {
  Coordinates at;
  std::vector<std::string> labels; ///< on Table::column_axes, outermost first
  Metric metric;
  int decimals = 3;
  bool is_rank = false; ///< an average rank, whose parts are ranks
};

struct TableRow {
  Coordinates at;
  std::vector<std::string> labels;               ///< on Table::row_axes, outermost first
  std::vector<std::optional<TableCell>> cells{}; ///< one a column; empty where there is nothing to show
};

struct Table {
  std::string study, title;
  std::vector<Axis> row_axes, column_axes; ///< those with more than one place, outermost first
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;
  std::optional<std::string> improvement; ///< the name of the metric that is a percentage derived from others
  std::optional<Axis> best_over;          ///< collapsed: of its values each cell shows the best
  std::optional<Axis> averaged;           ///< collapsed: each cell is an average over its values
  std::string best_metric;                ///< the label of what is set bold; empty = nothing
  ShownSpread spread = ShownSpread::se;   ///< what stands beside a mean, but an improvement's
  std::size_t unplaced = 0;               ///< published numbers with no place in this table
};

/// Whether a column is derived from others, whose cells are then shown beside the published numbers and not
/// counted: the verdicts would count the means they are made of again.
bool is_improvement(const Table& table, const TableColumn& column);

/// How many cells came to each verdict.
struct VerdictCounts {
  std::array<std::size_t, 4> by_verdict{}; ///< in the order of Verdict

  std::size_t operator[](Verdict verdict) const { return by_verdict[static_cast<std::size_t>(verdict)]; }
  std::size_t published() const; ///< all but not_published
  void add(Verdict verdict) { ++by_verdict[static_cast<std::size_t>(verdict)]; }
  VerdictCounts& operator+=(const VerdictCounts& more);
};

/// Of a list of what has a verdict each.
template <class T>
VerdictCounts verdicts_of(const std::vector<T>& list) {
  VerdictCounts out;
  for (const T& one : list) out.add(one.verdict);
  return out;
}

VerdictCounts verdict_counts(const Table& table);

/// "14 match, 1 off, 2 cannot tell, 0 not published"
std::string sentence(const VerdictCounts& counts);

/// The cells of a table row by row, the empty places left out.
template <class Visit>
void for_each_cell(const Table& table, Visit visit) {
  for (const TableRow& row : table.rows)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (row.cells[c]) visit(row, table.columns[c], *row.cells[c]);
}

} // namespace results
