#include "experiments/blocks/layout.hpp"

#include "core/settings/parameter.hpp"
#include "experiments/blocks/axes.hpp"
#include "experiments/blocks/panels.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/record.hpp"
#include "results/record/study_card.hpp"

namespace experiments {
namespace {

const auto decimals = core::integer("decimals", "digits behind the point of a mean").in(0, 10).or_else(3);

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
    fields_.word("mean_over", layout.mean_over, {"axis", results::names_of(context_.axes)});
    if (const Node* ranks = fields_.find("rank_over"))
      layout.rank_over = read_rank_over(*ranks, context_, problems_);
    check_axes(layout);
    if (const Node* improvement = fields_.find("improvement"))
      layout.improvement = read_improvement(*improvement);
    layout.metrics = read_metrics(layout);
    fields_.word("best", layout.best,
                 {"metric of this layout", layout.metrics.empty() ? context_.metrics : layout.metrics});
    read_number(fields_, decimals, layout.decimals, problems_);
    refuse_collapsed(layout);
    fields_.word("average", layout.average);
    read_spread(layout);
    if (const Node* names = fields_.find("diagnostics")) layout.diagnostics = read_diagnostics(*names);
    if (const Node* panels = fields_.find("panels"))
      layout.panels = read_panels(*panels, layout, context_, problems_);
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
    return axes ? read_words(*axes, key, {"axis", results::names_of(context_.axes)}, problems_)
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

  void read_spread(results::Layout& layout) {
    fields_.word("spread", layout.spread);
    if (layout.spread == results::ShownSpread::sd && !layout.averaged().empty())
      problems_.add(fields_.find("spread")->place,
                    "'spread: sd' beside an average over axis '" + layout.averaged() +
                        "' (single replicates of several settings have no one spread). Keep one of the two");
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
    fields.word("of", improvement.of, {"metric of this study", context_.metrics}, "a metric");
    fields.word("axis", improvement.axis, {"axis", results::names_of(context_.axes)}, "usually method");
    fields.text("label", improvement.label);
    fields.require("over", "the value of the axis that the others are compared with");
    const results::Axis* axis = results::named(context_.axes, improvement.axis);
    if (axis != nullptr && !axis->values.empty())
      fields.word("over", improvement.over, {axis->name, axis->names()});
    return improvement;
  }

  const Node& node_;
  const LayoutContext& context_;
  Problems& problems_;
  Fields fields_;
};

} // namespace

results::Layout natural_layout(const LayoutContext& context) {
  results::Layout out;
  for (const std::string& axis : results::names_of(context.axes))
    (axis == "method" ? out.columns : out.rows).push_back(axis);
  out.metrics = context.metrics;
  return out;
}

results::Layout read_layout(const Node& node, const LayoutContext& context, Problems& problems) {
  return LayoutReader(node, context, problems).read();
}

std::vector<std::string> layout_keys() {
  return {"rows",      "columns",   "metrics",   "improvement", "best",   "decimals",   "average",
          "best_over", "mean_over", "rank_over", "panels",      "spread", "diagnostics"};
}

} // namespace experiments
