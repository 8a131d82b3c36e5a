#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/yaml/diagnostics.hpp"
#include "results/record/study_card.hpp"

// What a layout averages and ranks over.
namespace experiments {

/// What a layout can refer to.
struct LayoutContext {
  const std::vector<results::Axis>& axes;
  std::vector<std::string> metrics; ///< of this study
  std::int32_t replications = 1;
};

/// The metrics that are ranks by others, as a layout shows them.
std::vector<std::string> ranked_metrics(const results::Layout& layout);

/// The metrics that ranks are by. Reports one that orders no methods by its size, such as a slope that is
/// right at 1.
std::vector<std::string> read_ranked_by(const Node& node, const std::string& key,
                                        const LayoutContext& context, Problems& problems);

/// Reads {axis, among, of, decimals, ties}: which average ranks a table can show. `among` is an axis, or a
/// list of methods. Reports ranks among the
/// values of the axis they are averaged over.
std::optional<results::RankLayout> read_rank_over(const Node& node, const LayoutContext& context,
                                                  Problems& problems);

/// The places in the file of the keys that average over an axis; nullptr where there is none.
struct AveragingKeys {
  const Node *mean_over, *rank_over, *best_over, *improvement, *metrics;
};

/// Reports an averaged axis that is also in the rows or in the columns, two different ones,
/// and what has no meaning for an average over an axis: the best value of another, an improvement, a mean
/// where only ranks are averaged.
void check_averaged_axis(const results::Layout& layout, const AveragingKeys& keys, Problems& problems);

/// What is compared with each other.
struct Competitors {
  std::string axis;                ///< empty where it cannot be read
  std::vector<std::string> values; ///< on it
};

/// Reads `among`: an axis, whose values all compete, or a list of methods, in the order wanted. Reports fewer
/// than two.
Competitors read_competitors(const Node& node, const LayoutContext& context, Problems& problems);

/// Reads the axis of which a table shows the best value. Only a swept parameter can be collapsed: published
/// numbers name their data, classifier and method. Reports any other word, and a study that sweeps nothing.
/// Empty where it cannot be read.
std::string read_best_over(const Node& node, const std::vector<results::Axis>& axes, Problems& problems);

} // namespace experiments
