#include "experiments/config/layout.hpp"

#include "core/metric/metric.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/config/axes.hpp"
#include "experiments/config/decode.hpp"
#include "experiments/config/fields.hpp"
#include "experiments/config/panels.hpp"
#include "results/record/record.hpp"
#include "results/record/study_card.hpp"

namespace experiments {
namespace {

const auto decimals = core::integer("decimals", "digits behind the point of a mean").in(0, 10).or_else(3);

template <class Range>
std::vector<std::string> names_of(const Range& range) {
  std::vector<std::string> names;
  for (const auto& named : range) names.push_back(named.name);
  return names;
}

class LayoutReader {
 public:
  LayoutReader(const Node& node, const LayoutContext& context, Problems& problems)
      : node_(node),
        context_(context),
        problems_(problems),
        fields_(node, {"the layout", layout_keys()}, problems) {}

  results::Layout read() {
    results::Layout layout;
    layout.rows = read_axes("rows", "axes down the table, outermost first");
    layout.columns = read_axes("columns", "axes across the table, outermost first");
    if (const Node* axis = fields_.find("best_over"))
      layout.best_over = read_best_over(*axis, context_.axes, problems_);
    if (const Node* axis = fields_.find("mean_over"))
      layout.mean_over = read_mean_over(*axis, context_, problems_);
    if (const Node* ranks = fields_.find("rank_over"))
      layout.rank_over = read_rank_over(*ranks, context_, problems_);
    check_axes(layout);
    if (const Node* improvement = fields_.find("improvement"))
      layout.improvement = read_improvement(*improvement);
    layout.metrics = read_metrics(layout);
    if (const Node* best = fields_.find("best"))
      layout.best =
          read_word(*best,
                    {"metric of this layout", layout.metrics.empty() ? context_.metrics : layout.metrics},
                    problems_)
              .value_or("");
    if (const Node* digits = fields_.find("decimals"))
      if (const auto value = read_value(*digits, decimals, problems_))
        layout.decimals = static_cast<int>(std::get<std::int64_t>(*value));
    refuse_collapsed(layout);
    if (const Node* average = fields_.find("average"))
      layout.average =
          read_word(*average, "average", words_of(layout.average), problems_).value_or(layout.average);
    if (const Node* spread = fields_.find("spread")) layout.spread = read_spread(*spread, layout);
    if (const Node* names = fields_.find("diagnostics")) layout.diagnostics = read_diagnostics(*names);
    layout.panels = read_panels(fields_, layout, context_, problems_);
    return layout;
  }

 private:
  /// A study of drawn functions alone has none, and no axes for a table.
  bool has_cells() const { return !context_.axes.empty(); }

  const Node* require_of_cells(const std::string& key, const std::string& meaning) {
    return has_cells() ? fields_.require(key, meaning) : fields_.find(key);
  }

  std::vector<std::string> read_axes(const std::string& key, const std::string& meaning) {
    const Node* axes = require_of_cells(key, meaning);
    return axes ? read_words(*axes, key, {"axis", axis_names(context_)}, problems_)
                : std::vector<std::string>{};
  }

  void check_axes(const results::Layout& layout) {
    const Node* columns = fields_.find("columns");
    for (const std::string& axis : layout.columns)
      if (contains(layout.rows, axis))
        problems_.add(columns->place,
                      "axis '" + axis + "' is in the rows and in the columns. Keep one of them");
    if (contains(layout.rows, layout.best_over) || contains(layout.columns, layout.best_over))
      problems_.add(fields_.find("best_over")->place,
                    "axis '" + layout.best_over +
                        "' is in the rows or columns, each value at its place, and " +
                        "in best_over, which shows one of them. Keep one of the two");
    if (!fields_.mentions("rows") || !fields_.mentions("columns")) return;
    for (const results::Axis& axis : context_.axes)
      if (axis.values.size() > 1 && !layout.collapses(axis.name) && !contains(layout.rows, axis.name) &&
          !contains(layout.columns, axis.name))
        problems_.add(node_.place, "neither rows nor columns name the axis '" + axis.name + "' (its " +
                                       std::to_string(axis.values.size()) +
                                       " values would share a place in the table). Add it to one of them");
  }

  /// A cell has no place on an axis that the layout collapses.
  void refuse_collapsed(const results::Layout& layout) {
    check_averaged_axis(layout,
                        {fields_.find("mean_over"), fields_.find("rank_over"), fields_.find("best_over"),
                         fields_.find("improvement"), fields_.find("metrics")},
                        problems_);
    if (!layout.best_over.empty() && layout.improvement && layout.improvement->axis == layout.best_over)
      problems_.add(fields_.find("improvement")->place,
                    "the improvement is over axis '" + layout.best_over +
                        "', which best_over collapses. Name another axis");
  }

  std::vector<std::string> read_metrics(const results::Layout& layout) {
    const Node* metrics = require_of_cells("metrics", "the numbers under each column");
    if (metrics == nullptr) return has_cells() ? context_.metrics : std::vector<std::string>{};
    const std::string improvement = results::Improvement{}.name;
    std::vector<std::string> words = context_.metrics;
    if (fields_.mentions("improvement")) words.push_back(improvement);
    for (const std::string& rank : ranked_metrics(layout)) words.push_back(rank);
    for (const Node& item : metrics->items)
      if (item.text == improvement && !contains(words, improvement)) {
        problems_.add(item.place, "'" + improvement + "' is shown but not defined. Add improvement: {of: " +
                                      "<metric>, axis: method, over: <name>} to the layout");
        words.push_back(improvement);
      }
    return read_words(*metrics, "metrics", {"metric of this study", words}, problems_);
  }

  results::ShownSpread read_spread(const Node& node, const results::Layout& layout) {
    const auto shown =
        read_word(node, "spread", words_of(layout.spread), problems_).value_or(results::ShownSpread::se);
    if (shown == results::ShownSpread::sd && !layout.averaged().empty())
      problems_.add(node.place, "'spread: sd' beside an average over axis '" + layout.averaged() +
                                    "' (single replicates of several settings have no one spread). Keep one "
                                    "of the two");
    return shown;
  }

  /// Names of facts, which nobody knows before the cells are there.
  std::vector<std::string> read_diagnostics(const Node& node) {
    std::vector<std::string> names;
    if (node.shape != Node::Shape::list || node.items.empty())
      problems_.add(node.place, "'diagnostics' must be a list of names such as nonzero (found " +
                                    (node.shape == Node::Shape::list ? "an empty list" : found(node)) + ")");
    for (const Node& item : node.items) {
      const auto name = read_text(item, "diagnostics", problems_);
      if (!name) continue;
      if (!results::series_name("table." + *name))
        problems_.add(item.place,
                      "'diagnostics' must be names of letters, digits and '_' (found " + found(item) + ")");
      else if (contains(context_.metrics, *name))
        problems_.add(item.place, "'" + *name + "' is a metric of this study. Name it under metrics");
      else if (contains(names, *name))
        problems_.add(item.place, "'" + *name + "' stands twice in 'diagnostics'. Keep one of them");
      else
        names.push_back(*name);
    }
    return names;
  }

  std::optional<results::Improvement> read_improvement(const Node& node) {
    const Fields fields(node, {"the improvement", {"of", "axis", "over", "label"}}, problems_);
    results::Improvement improvement;
    if (const Node* of = fields.require("of", "a metric"))
      improvement.of = read_word(*of, {"metric of this study", context_.metrics}, problems_).value_or("");
    if (const Node* axis = fields.require("axis", "usually method"))
      improvement.axis = read_word(*axis, {"axis", axis_names(context_)}, problems_).value_or("");
    if (const Node* label = fields.find("label"))
      improvement.label = read_text(*label, "label", problems_).value_or("");
    const Node* over = fields.require("over", "the value of the axis that the others are compared with");
    for (const results::Axis& axis : context_.axes)
      if (over != nullptr && axis.name == improvement.axis && !axis.values.empty())
        improvement.over = read_word(*over, {axis.name, names_of(axis.values)}, problems_).value_or("");
    return improvement;
  }

  const Node& node_;
  const LayoutContext& context_;
  Problems& problems_;
  Fields fields_;
};

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
  std::vector<std::string> out;
  for (const results::Axis& axis : context.axes)
    if (axis.name == name)
      for (const results::AxisValue& value : axis.values) out.push_back(value.name);
  return out;
}

} // namespace

std::vector<std::string> axis_names(const LayoutContext& context) {
  return names_of(context.axes);
}

std::vector<std::string> ranked_metrics(const results::Layout& layout) {
  std::vector<std::string> out;
  if (layout.rank_over)
    for (const std::string& metric : layout.rank_over->of) out.push_back(results::rank_name(metric));
  return out;
}

results::Layout natural_layout(const LayoutContext& context) {
  results::Layout out;
  for (const std::string& axis : axis_names(context))
    (axis == "method" ? out.columns : out.rows).push_back(axis);
  out.metrics = context.metrics;
  return out;
}

results::Layout read_layout(const Node& node, const LayoutContext& context, Problems& problems) {
  return LayoutReader(node, context, problems).read();
}

std::string read_mean_over(const Node& node, const LayoutContext& context, Problems& problems) {
  return read_word(node, {"axis", axis_names(context)}, problems).value_or("");
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
    ranks.of = read_ranked_by(*of, "of", context, problems);
  if (const Node* digits = fields.find("decimals"))
    if (const auto value = read_value(*digits, level_decimals, problems))
      ranks.decimals = static_cast<int>(std::get<std::int64_t>(*value));
  if (const Node* ties = fields.find("ties"))
    ranks.ties = read_word(*ties, "ties", words_of(ranks.ties), problems).value_or(ranks.ties);
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
  out.axis = read_word(node, {"axis", axis_names(context)}, problems).value_or("");
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

results::FailurePolicy read_failure_policy(const Node& node, Problems& problems) {
  const auto otherwise = results::FailurePolicy::drop;
  return read_word(node, "failures", words_of(otherwise), problems).value_or(otherwise);
}

std::vector<std::string> layout_keys() {
  return {"rows",          "columns",   "metrics",   "improvement", "best",       "decimals",  "heat_map",
          "chart",         "average",   "best_over", "readings",    "mean_over",  "rank_over", "paired_tests",
          "misclassified", "functions", "panels",    "spread",      "diagnostics"};
}

} // namespace experiments
