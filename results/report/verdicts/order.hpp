#pragma once
#include <limits>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"
#include "results/statistics/pair_order.hpp"

namespace results {

// Do our methods stand in the order of a paper's? What is left to ask where its numbers are over other data
// sets (Comparable::order).
//
// match: ours stand in the published order. off: in the opposite order, and further apart than three standard
// errors of their paired difference. cannot tell: the rest - the opposite order within three standard errors
// or by an infinite difference, numbers that are level as printed or level in ours, nothing computed.
//
// A report also says how many pairs stand as published, how many the other way round, how many are level, and
// apart how many of the second are beyond three standard errors: "cannot tell" alone would hide the opposite
// ones.
//
// docs/verdicts.md gives the reasons.

/// Two methods for which a paper prints a number.
struct OrderedPair {
  std::string first, second;             ///< names on the axis method
  std::string first_label, second_label; ///< printed phrases
  std::string first_published, second_published;
  double published = std::numeric_limits<double>::quiet_NaN();  ///< first - second, as printed
  double difference = std::numeric_limits<double>::quiet_NaN(); ///< ours, paired
  double se = std::numeric_limits<double>::quiet_NaN();         ///< of the difference
  Verdict verdict = Verdict::cannot_tell;
  Standing standing = Standing::level;
};

/// All methods at one place of the other axes, by one metric.
struct MethodOrder {
  Coordinates at;
  std::vector<std::string> labels; ///< on MethodOrders::axes
  Metric metric;
  int decimals = 3;
  std::size_t methods = 0;                                    ///< with a published number and a computed one
  double spearman = std::numeric_limits<double>::quiet_NaN(); ///< of published and ours
  std::vector<OrderedPair> pairs{};
  PairCounts standings{};
};

struct MethodOrders {
  std::vector<Axis> axes; ///< those of the table but method
  std::vector<MethodOrder> orders;

  VerdictCounts counts() const; ///< of all pairs
  PairCounts standings() const;
};

/// The order of the methods at each place of the table and by each metric with at least two published
/// numbers; none where the published numbers are comparable one by one. A pair stands for two published
/// numbers, so readings of the same number make none. The paired difference of two cells is the mean over
/// their common replicates; of two averages over an axis it is the mean over the axis' values, and its
/// standard error the larger of sqrt(sum of se^2) / k, over replicates, and sd / sqrt(k), over the k values:
/// the second holds for other data sets too, the first where k is too small to show how much they differ.
MethodOrders method_orders(const Results& results, const Table& table);

} // namespace results
