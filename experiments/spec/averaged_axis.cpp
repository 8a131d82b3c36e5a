#include "experiments/spec/averaged_axis.hpp"

#include <algorithm>

#include "core/parameters.hpp"
#include "experiments/spec/competitors.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/value.hpp"
#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

const core::ParameterSpec level_decimals{.key = "decimals",
                                         .kind = core::Kind::integer,
                                         .fallback = std::int64_t{4},
                                         .meaning = "to which means are level",
                                         .good = std::int64_t{4},
                                         .bad = std::int64_t{-1},
                                         .least = 0,
                                         .most = 15};

/// The key that averages over the axis, where both do the first.
struct Averaging {
  const Node* node;
  std::string key, axis;
};

void check_places(const results::Layout& layout, const Averaging& by, const AveragingKeys& keys,
                  Problems& problems) {
  if (contains(layout.rows, by.axis) || contains(layout.columns, by.axis))
    problems.add(by.node->place, "axis '" + by.axis +
                                     "' is in the rows or columns, each value at its place, and in " +
                                     by.key + ", which averages over them. Keep one of the two");
  if (layout.heat_map && (layout.heat_map->first == by.axis || layout.heat_map->second == by.axis))
    problems.add(keys.heat_map->place, "the heat map is over axis '" + by.axis + "', which " + by.key +
                                           " averages over. Name another axis");
  if (keys.best_over != nullptr)
    problems.add(keys.best_over->place,
                 "'best_over' beside '" + by.key +
                     "' (what is best differs from place to place, and an average would "
                     "mix them). Keep one of the two");
  if (keys.improvement != nullptr)
    problems.add(keys.improvement->place,
                 "'improvement' beside '" + by.key +
                     "' (an improvement is a ratio of two means, not of averages over "
                     "an axis). Keep one of the two");
}

} // namespace

std::string read_mean_over(const Node& node, const LayoutContext& context, Problems& problems) {
  return read_word(node, {"axis", axis_names(context)}, problems).value_or("");
}

std::optional<results::RankLayout> read_rank_over(const Node& node, const LayoutContext& context,
                                                  Problems& problems) {
  const Fields fields(node, {"the ranks", {"axis", "among", "of", "decimals", "ties"}}, problems);
  const Vocabulary axes{"axis", axis_names(context)};
  results::RankLayout ranks;
  if (const Node* axis = fields.require("axis", "the axis over which ranks are averaged, such as data"))
    ranks.axis = read_word(*axis, axes, problems).value_or("");
  if (const Node* among = fields.require("among", "the axis whose values are ranked, or a list of methods")) {
    const Competitors all = read_competitors(*among, context, problems);
    ranks.among = all.axis;
    ranks.values = all.values;
  }
  if (const Node* of = fields.require("of", "the metrics that are ranked by"))
    ranks.of = read_words(*of, "of", {"metric of this study", context.metrics}, problems);
  if (const Node* digits = fields.find("decimals"))
    if (const auto value = read_value(*digits, level_decimals, problems))
      ranks.decimals = static_cast<int>(std::get<std::int64_t>(*value));
  if (const Node* ties = fields.find("ties"))
    if (read_word(*ties, {"ties", {"smallest", "average"}}, problems) == "average")
      ranks.ties = results::Ties::average;
  if (!ranks.axis.empty() && ranks.axis == ranks.among)
    problems.add(fields.find("among")->place,
                 "ranks among '" + ranks.among +
                     "', over which they are averaged (each value would be ranked "
                     "alone). Name another axis");
  return ranks;
}

void check_averaged_axis(const results::Layout& layout, const AveragingKeys& keys, Problems& problems) {
  const auto& ranks = layout.rank_over;
  if (!layout.mean_over.empty())
    check_places(layout, {keys.mean_over, "mean_over", layout.mean_over}, keys, problems);
  if (!ranks || ranks->axis.empty()) return;
  if (layout.mean_over.empty())
    check_places(layout, {keys.rank_over, "rank_over", ranks->axis}, keys, problems);
  if (keys.mean_over == nullptr && keys.metrics != nullptr) {
    for (const Node& item : keys.metrics->items)
      if (contains(layout.metrics, item.text) && !contains(ranked_metrics(layout), item.text))
        problems.add(item.place, "'" + item.text + "' has no place in this table (rank_over averages over '" +
                                     ranks->axis + "'). Add mean_over: " + ranks->axis + " to the layout");
  } else if (!layout.mean_over.empty() && ranks->axis != layout.mean_over) {
    problems.add(keys.rank_over->place, "'rank_over' is over axis '" + ranks->axis +
                                            "' and 'mean_over' over '" + layout.mean_over +
                                            "' (a table averages over one axis). Name the same axis");
  }
}

} // namespace experiments
