#include "experiments/spec/chart.hpp"

#include <algorithm>

#include "core/parameters.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/scalar.hpp"
#include "experiments/spec/value.hpp"
#include "results/series.hpp"

namespace experiments {
namespace {

core::ParameterSpec replicate_spec(std::int32_t replications) {
  return {.key = "replicate",
          .kind = core::Kind::integer,
          .fallback = std::int64_t{0},
          .meaning = "whose series is drawn",
          .good = std::int64_t{0},
          .bad = std::int64_t{-1},
          .least = 0,
          .most = static_cast<double>(std::max(1, replications) - 1)};
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

} // namespace

results::ChartLayout read_chart(const Node& node, std::int32_t replications, Problems& problems) {
  return ChartReader(node, problems).read(replications);
}

} // namespace experiments
