#include "experiments/blocks/averages.hpp"

#include <algorithm>

#include "core/metric/metric.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/blocks/axes.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/record.hpp"

namespace experiments {
namespace {

const auto level_decimals = core::integer("decimals", "to which means are level").in(0, 15).or_else(4);

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

std::vector<std::string> values_of(const LayoutContext& context, const std::string& name) {
  const results::Axis* axis = results::named(context.axes, name);
  return axis == nullptr ? std::vector<std::string>{} : axis->names();
}

} // namespace

std::vector<std::string> ranked_metrics(const results::Layout& layout) {
  std::vector<std::string> out;
  if (layout.rank_over)
    for (const std::string& metric : layout.rank_over->of) out.push_back(results::rank_name(metric));
  return out;
}

std::vector<std::string> read_ranked_by(const Node& node, const std::string& key,
                                        const LayoutContext& context, Problems& problems) {
  std::vector<std::string> names = read_words(node, key, {"metric of this study", context.metrics}, problems);
  for (const core::MetricRow& row : core::metrics())
    if (!row.orders && std::find(names.begin(), names.end(), row.id) != names.end())
      problems.add(node.place,
                   "'" + std::string(row.id) +
                       "' is no measure of a method, so neither its smallest nor its largest value "
                       "is the best, and nothing is ranked by it. Rank by another metric, such as "
                       "cre.");
  return names;
}

std::optional<results::RankLayout> read_rank_over(const Node& node, const LayoutContext& context,
                                                  Problems& problems) {
  const Fields fields(node, {"the ranks", {"axis", "among", "of", "decimals", "ties"}}, problems);
  results::RankLayout ranks;
  fields.word("axis", ranks.axis, {"axis", results::names_of(context.axes)},
              "the axis over which ranks are averaged, such as data");
  if (const Node* among = fields.require("among", "the axis whose values are ranked, or a list of methods")) {
    const Competitors all = read_competitors(*among, context, problems);
    ranks.among = all.axis;
    ranks.values = all.values;
  }
  if (const Node* of = fields.require("of", "the metrics that are ranked by"))
    ranks.of = read_ranked_by(*of, "of", context, problems);
  read_number(fields, level_decimals, ranks.decimals, problems);
  fields.word("ties", ranks.ties);
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

Competitors read_competitors(const Node& node, const LayoutContext& context, Problems& problems) {
  Competitors out;
  if (node.shape == Node::Shape::list) {
    out.axis = "method";
    out.values = read_words(node, "among", {"method", values_of(context, "method")}, problems);
    if (out.values.size() == 1 && node.items.size() == 1)
      problems.add(node.place, "'among' names one method (there is nothing to compare it with). Add another");
    return out;
  }
  out.axis = read_word(node, {"axis", results::names_of(context.axes)}, problems).value_or("");
  out.values = values_of(context, out.axis);
  if (!out.axis.empty() && out.values.size() < 2)
    problems.add(node.place, "axis '" + out.axis + "' has " + std::to_string(out.values.size()) +
                                 " value (there is nothing to compare it with). Name another axis");
  return out;
}

std::string read_best_over(const Node& node, const std::vector<results::Axis>& axes, Problems& problems) {
  Vocabulary swept{"swept axis", {}};
  for (const results::Axis& axis : axes)
    if (is_swept(axis)) swept.words.push_back(axis.name);
  if (!swept.words.empty()) return read_word(node, swept, problems).value_or("");
  problems.add(node.place,
               "'best_over' has nothing to collapse (this study sweeps no parameter). Write the values to "
               "choose from as {grid: [...]}, or remove it");
  return "";
}

} // namespace experiments
