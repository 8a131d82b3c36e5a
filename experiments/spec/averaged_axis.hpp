#pragma once
#include <optional>
#include <string>

#include "experiments/spec/layout.hpp"

namespace experiments {

/// Reads the axis over which a table averages the means of its settings: any axis of the study. Empty where
/// it cannot be read.
std::string read_mean_over(const Node& node, const LayoutContext& context, Problems& problems);

/// Reads {axis, among, of, decimals, ties}: which average ranks a table can show. `among` is an axis, or a
/// list of methods. Reports ranks among the
/// values of the axis they are averaged over.
std::optional<results::RankLayout> read_rank_over(const Node& node, const LayoutContext& context,
                                                  Problems& problems);

/// The places in the file of the keys that average over an axis; nullptr where there is none.
struct AveragingKeys {
  const Node *mean_over, *rank_over, *best_over, *improvement, *heat_map, *metrics;
};

/// Reports an averaged axis that is also in the rows, in the columns or in the heat map, two different ones,
/// and what has no meaning for an average over an axis: the best value of another, an improvement, a mean
/// where only ranks are averaged.
void check_averaged_axis(const results::Layout& layout, const AveragingKeys& keys, Problems& problems);

} // namespace experiments
