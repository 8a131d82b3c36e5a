#pragma once
#include <limits>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/pair_order.hpp"

namespace results {

// The cells of one data set and one metric, judged together: what a table comes to, where its cells are of
// the same draws and count one disagreement many times.
//
// agrees: the block's p-value, adjusted for the number of blocks (Holm), is at least 0.05. differs: it is
// below. cannot tell: not below, but the middle one of its cells has a standard error above 3 times the
// published uncertainty, so that it could hardly have missed; or no cell has a z.
//
// A block that differs has a cause: a reading, where a reading of its data set's numbers in the same table
// explains it, else what the study names (published: causes), else none that is known. A reading explains
// where it agrees, has at least the paper's replications, and differs from the block itself: a reading on a
// few draws agrees by luck, and one that cannot be told from the default changes nothing. A cause turns no
// verdict.
//
// docs/verdicts.md gives the reasons.

enum class BlockVerdict { agrees, differs, cannot_tell };

/// "agrees", "differs", "cannot tell"
std::string word(BlockVerdict verdict);

/// In the words of a cell: match, off, cannot tell.
Verdict cell_verdict(BlockVerdict verdict);

/// How the pairs of methods stand.
struct PairOrder {
  PairCounts pairs{};
  double by_chance = std::numeric_limits<double>::quiet_NaN(); ///< see results/statistics/pair_order.hpp
  double spearman = std::numeric_limits<double>::quiet_NaN();  ///< of all numbers of the block
};

struct Block {
  std::string data, data_label; ///< on the axis data; empty where the table averages over it
  std::string published_data{}; ///< whose numbers: `data`, or what it stands for
  Metric metric;
  bool is_reading = false;  ///< another reading of a data set's numbers: shown, and no part of the counts
  std::size_t cells = 0;    ///< with a z
  std::size_t left_out = 0; ///< with a published number and without a z
  std::size_t unjudged = 0; ///< those of them with finite means (lacks_degrees_of_freedom)
  JointTest test{};
  double adjusted = 1; ///< its p-value, by Holm over the blocks that count
  double detectable = std::numeric_limits<double>::quiet_NaN(); ///< the middle cell's (detectable_difference)
  PairOrder order{};
  bool is_coarse = true;         ///< its cells could hardly have missed
  bool is_too_few = false;       ///< some cell has too few replications to judge
  std::int32_t replications = 0; ///< the fewest behind a cell
  /// Of a reading: its cells against those of the block whose numbers it reads, by differences replicate by
  /// replicate; p = 1 where there is none.
  JointTest from_default{};
  bool can_explain = false; ///< a reading with the paper's replications that differs from the default
  BlockVerdict verdict = BlockVerdict::cannot_tell;
  Cause cause = Cause::unexplained; ///< of one that differs
  std::string because{};            ///< what the study says of it; empty = nothing

  /// Whether the cell is of its metric and data set.
  bool holds(const TableCell& cell) const {
    return cell.metric == metric.name && (data.empty() || value_on("data", cell.at) == data);
  }

  /// Whether it is a reading that explains a block.
  bool explains() const { return can_explain && verdict == BlockVerdict::agrees; }
};

/// How many blocks came to what. Readings of a data set's numbers do not count.
struct BlockCounts {
  std::size_t agree = 0, differ = 0, cannot_tell = 0;
  std::size_t explained = 0, of_the_paper = 0, unexplained = 0; ///< those that differ, by their cause
  PairCounts pairs{};

  std::size_t all() const { return agree + differ + cannot_tell; }
  BlockCounts& operator+=(const BlockCounts& more);
};

/// The blocks of a table in its order. Improvements and ranks are in none, nor are readings of a classifier's
/// or method's numbers; of a study whose numbers are comparable in order only there is none. The correlation
/// of two z is that of our replicates, for both studies alike: r (se_i se_j + p_i p_j) / (s_i s_j) with the
/// published standard errors p and the combined s.
std::vector<Block> blocks(const Results& results, const Table& table);

BlockCounts block_counts(const std::vector<Block>& blocks);

/// The blocks of several studies of a paper judged as one family: adjusts and judges anew.
void judge_together(std::vector<std::vector<Block>>& studies);

} // namespace results
