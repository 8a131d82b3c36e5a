#include "experiments/config/panels.hpp"

#include <algorithm>
#include <limits>

#include "core/parameter.hpp"
#include "experiments/config/decode.hpp"
#include "experiments/config/fields.hpp"
#include "experiments/config/layout.hpp"
#include "results/record/series.hpp"

namespace experiments {
namespace {

core::ParameterSpec replicate_spec(std::int32_t replications) {
  return core::integer("replicate", "whose series is drawn").in(0, std::max(1, replications) - 1).or_else(0);
}

class ChartReader {
 public:
  ChartReader(const Node& node, Problems& problems)
      : problems_(problems),
        fields_(node,
                {"the chart",
                 {"table", "x", "y", "replicate", "labels", "x_label", "y_label", "marks", "facts", "dots"}},
                problems) {}

  results::ChartLayout read(std::int32_t replications) {
    results::ChartLayout chart;
    chart.table = read_name(fields_, "table", "the series table that is drawn, such as path");
    chart.x = read_name(fields_, "x", "the column along the x-axis, such as pi");
    if (const Node* y = fields_.require("y", "the columns that are drawn, a line each"))
      chart.y = read_names(*y, "y");
    chart.labels = chart.y;
    if (const Node* labels = fields_.find("labels")) read_labels(*labels, chart);
    chart.x_label = read_optional("x_label", chart.x);
    chart.y_label = read_optional("y_label", "");
    if (const Node* given = fields_.find("replicate"))
      if (const auto value = read_value(*given, replicate_spec(replications), problems_))
        chart.replicate = static_cast<std::int32_t>(std::get<std::int64_t>(*value));
    if (const Node* marks = fields_.find("marks")) chart.marks = read_names(*marks, "marks");
    if (const Node* facts = fields_.find("facts")) chart.facts = read_names(*facts, "facts");
    if (const Node* dots = fields_.find("dots")) chart.dots = read_dots(*dots);
    return chart;
  }

 private:
  /// A word that a table, a column or a diagnostic can be called; empty where it was reported.
  std::string name_of(const Node& node, const std::string& key) {
    const auto text = read_text(node, key, problems_);
    if (!text) return "";
    if (results::series_name("table." + *text)) return *text;
    problems_.add(
        node.place,
        "'" + key + "' must be a name of letters, digits and '_', other than row, point, replicate (found " +
            found(node) + ")");
    return "";
  }

  std::string read_name(const Fields& fields, const std::string& key, const std::string& what_for) {
    const Node* node = fields.require(key, what_for);
    return node ? name_of(*node, key) : "";
  }

  results::DotsLayout read_dots(const Node& node) {
    const Fields fields(node, {"the dots", {"table", "x", "y"}}, problems_);
    return {read_name(fields, "table", "the series table whose points are drawn, such as sample"),
            read_name(fields, "x", "the column along the x-axis"),
            read_name(fields, "y", "the column along the y-axis")};
  }

  /// The items of a list that is not empty; reports what is none.
  const std::vector<Node>& items_of(const Node& node, const std::string& key) {
    if (node.shape != Node::Shape::list || node.items.empty())
      problems_.add(node.place, "'" + key + "' must be a list (found " +
                                    (node.shape == Node::Shape::list ? "an empty list" : found(node)) + ")");
    return node.items;
  }

  std::vector<std::string> read_names(const Node& node, const std::string& key) {
    std::vector<std::string> names;
    for (const Node& item : items_of(node, key)) {
      std::string name = name_of(item, key);
      if (name.empty()) continue;
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
      else
        problems_.add(item.place, "'" + name + "' stands twice in '" + key + "'. Keep one of them");
    }
    return names;
  }

  void read_labels(const Node& node, results::ChartLayout& chart) {
    std::vector<std::string> labels;
    for (const Node& item : items_of(node, "labels"))
      labels.push_back(read_text(item, "labels", problems_).value_or(""));
    if (labels.size() == chart.y.size())
      chart.labels = labels;
    else if (!labels.empty() && !chart.y.empty())
      problems_.add(node.place, "'labels' must name each line of 'y' (found " +
                                    std::to_string(labels.size()) + " for " + std::to_string(chart.y.size()) +
                                    " columns)");
  }

  std::string read_optional(const std::string& key, const std::string& fallback) {
    const Node* node = fields_.find(key);
    return node ? read_text(*node, key, problems_).value_or("") : fallback;
  }

  Problems& problems_;
  Fields fields_;
};

const auto alpha =
    core::real("alpha", "level of each test").in(std::numeric_limits<double>::min(), 0.5).or_else(0.05);

bool has_readings(const results::Axis& axis) {
  return std::any_of(axis.values.begin(), axis.values.end(),
                     [](const results::AxisValue& value) { return !value.stands_for.empty(); });
}

} // namespace

results::ChartLayout read_chart(const Node& node, std::int32_t replications, Problems& problems) {
  return ChartReader(node, problems).read(replications);
}

std::optional<results::PairedTestLayout> read_paired_tests(const Node& node, const LayoutContext& context,
                                                           Problems& problems) {
  const Fields fields(node, {"the paired tests", {"over", "among", "of", "alpha", "sides"}}, problems);
  results::PairedTestLayout tests;
  if (const Node* over = fields.require("over", "the axis over which rejections are counted, such as data"))
    tests.over = read_word(*over, {"axis", axis_names(context)}, problems).value_or("");
  if (const Node* among =
          fields.require("among", "the axis whose values are compared, or a list of methods")) {
    const Competitors all = read_competitors(*among, context, problems);
    tests.among = all.axis;
    tests.values = all.values;
  }
  if (const Node* of = fields.require("of", "the metric whose replicates are compared"))
    tests.of = read_word(*of, {"metric of this study", context.metrics}, problems).value_or("");
  if (const Node* level = fields.find("alpha"))
    if (const auto value = read_value(*level, alpha, problems)) tests.alpha = std::get<double>(*value);
  if (const Node* sides = fields.find("sides"))
    tests.two_sided =
        read_word(*sides, "sides", core::Words<bool>{{"one", false}, {"two", true}}, problems).value_or(true);
  if (!tests.over.empty() && tests.over == tests.among)
    problems.add(fields.find("over")->place,
                 "paired tests over '" + tests.over +
                     "', whose values they compare (nothing is left to count). Name "
                     "another axis");
  return tests;
}

std::vector<std::string> read_readings(const Node& node, const results::Layout& layout,
                                       const std::vector<results::Axis>& axes, Problems& problems) {
  const Fields fields(node, {"the readings", {"metrics"}}, problems);
  if (std::none_of(axes.begin(), axes.end(), has_readings))
    problems.add(
        node.place,
        "'readings' has nothing to compare (no block has stands_for, so that each published number has "
        "one reading). Add stands_for to the blocks that are readings, or remove it");
  Vocabulary shown{"metric of this layout", layout.metrics};
  if (layout.improvement) std::erase(shown.words, layout.improvement->name);
  for (const std::string& rank : ranked_metrics(layout)) std::erase(shown.words, rank);
  const Node* metrics = fields.require("metrics", "the numbers whose distance is taken");
  if (metrics == nullptr || shown.words.empty()) return {};
  return read_words(*metrics, "metrics", shown, problems);
}

} // namespace experiments
