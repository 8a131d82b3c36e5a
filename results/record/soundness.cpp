#include "results/record/soundness.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/settings/parsed.hpp"
#include "results/record/record.hpp"

namespace results {
namespace {

constexpr int most_decimals = 15; ///< of a double

constexpr std::size_t most_letters = 4096; ///< bytes of a name or a label, which a table repeats and pads

bool stands_once(const std::string& name, std::set<std::string>& seen) {
  return !name.empty() && seen.insert(name).second;
}

/// The longest name or label that a table prints, in bytes.
std::size_t longest_label(const StudyCard& card) {
  std::size_t longest = std::max(card.title.size(), card.study.size());
  for (const Axis& axis : card.axes) {
    longest = std::max({longest, axis.name.size(), axis.label.size()});
    for (const AxisValue& value : axis.values)
      longest = std::max({longest, value.name.size(), value.label.size()});
  }
  for (const Metric& metric : card.metrics)
    longest = std::max({longest, metric.name.size(), metric.label.size()});
  if (card.layout.improvement) longest = std::max(longest, card.layout.improvement->label.size());
  return longest;
}

bool is_number(const std::string& text) {
  return core::parsed<double>(text).has_value();
}

/// The values of each axis by its name.
using Values = std::map<std::string, std::set<std::string>>;

std::string fault_of_axes(const StudyCard& card, Values& values) {
  std::set<std::string> names;
  for (const Axis& axis : card.axes) {
    if (!stands_once(axis.name, names)) return "an axis has no name of its own";
    if (axis.values.empty()) return "axis '" + axis.name + "' has no value";
    for (const AxisValue& value : axis.values) {
      if (!stands_once(value.name, values[axis.name]))
        return "a value of axis '" + axis.name + "' has no name of its own";
      if (axis.numeric && !is_number(value.name)) return "a value of axis '" + axis.name + "' is no number";
    }
  }
  return "";
}

std::string fault_of_points(const StudyCard& card, const Values& values) {
  std::set<std::string> keys;
  for (const Setting& setting : card.settings)
    if (!stands_once(setting.key, keys)) return "a setting has no key of its own";
  if (card.settings.empty() != card.points.empty()) return "it has settings without points";
  for (const Point& point : card.points) {
    if (point.setting < 0 || static_cast<std::size_t>(point.setting) >= card.settings.size())
      return "a point has a setting that it does not";
    for (const auto& [axis, value] : point.at) {
      const auto found = values.find(axis);
      if (found == values.end() || !found->second.contains(value))
        return "a point has the place '" + value + "' on axis '" + axis + "', which is not there";
    }
  }
  return "";
}

using Names = std::set<std::string>;

std::string fault_of_improvement(const Improvement& improvement, const Values& values, const Names& metrics) {
  if (improvement.name.empty() || metrics.contains(improvement.name))
    return "its improvement has no name of its own";
  if (!metrics.contains(improvement.of))
    return "its improvement is of '" + improvement.of + "', which is no metric of it";
  const auto axis = values.find(improvement.axis);
  if (axis == values.end() || !axis->second.contains(improvement.over))
    return "its improvement is over '" + improvement.over + "', which is not on axis '" + improvement.axis +
           "'";
  return "";
}

std::string fault_of_ranks(const RankLayout& ranks, const Values& values, const Names& metrics) {
  if (ranks.decimals < 0 || ranks.decimals > most_decimals)
    return "the decimals of its ranks are no number of decimals";
  for (const std::string& axis : {ranks.axis, ranks.among})
    if (!values.contains(axis)) return "its ranks have axis '" + axis + "', which is not there";
  if (ranks.axis == ranks.among) return "its ranks are over the axis that is ranked";
  for (const std::string& value : ranks.values)
    if (!values.at(ranks.among).contains(value))
      return "its ranks have '" + value + "', which is not on axis '" + ranks.among + "'";
  for (const std::string& of : ranks.of)
    if (!metrics.contains(of)) return "its ranks are by '" + of + "', which is no metric of it";
  return "";
}

/// What its columns may be called: the metrics, the improvement, the ranks and the diagnostics.
Names shown_names(const Layout& layout, Names metrics) {
  if (layout.improvement) metrics.insert(layout.improvement->name);
  if (layout.rank_over)
    for (const std::string& of : layout.rank_over->of) metrics.insert(rank_name(of));
  metrics.insert(layout.diagnostics.begin(), layout.diagnostics.end());
  return metrics;
}

std::string fault_of_layout(const Layout& layout, const Values& values, const Names& metrics) {
  if (layout.decimals < 0 || layout.decimals > most_decimals) return "its decimals are no number of decimals";
  std::vector<std::string> named{layout.rows};
  named.insert(named.end(), layout.columns.begin(), layout.columns.end());
  for (const std::string& axis : {layout.best_over, layout.mean_over})
    if (!axis.empty()) named.push_back(axis);
  for (const std::string& axis : named)
    if (!values.contains(axis)) return "its layout has axis '" + axis + "', which is not there";
  if (layout.improvement)
    if (const std::string fault = fault_of_improvement(*layout.improvement, values, metrics); !fault.empty())
      return fault;
  if (layout.rank_over)
    if (const std::string fault = fault_of_ranks(*layout.rank_over, values, metrics); !fault.empty())
      return fault;
  const Names shown = shown_names(layout, metrics);
  for (const std::string& metric : layout.metrics)
    if (!shown.contains(metric)) return "its layout shows '" + metric + "', which is no metric of it";
  return "";
}

bool is_free(const std::string& name) {
  return name != "row" && name != "setting" && name != "replicate" && name != "status" && !name.empty() &&
         name.find('/') == std::string::npos;
}

std::string fault_of_series(const std::string& name, const SeriesTable& table, std::size_t rows) {
  if (!std::is_sorted(table.row.begin(), table.row.end())) return "the points of a series are not sorted";
  if (!table.row.empty() && (table.row.front() < 0 || static_cast<std::size_t>(table.row.back()) >= rows))
    return "a point of a series is of no row";
  for (const auto& [column, numbers] : table.columns) {
    if (!series_name(name + "." + column)) return "a series is not called <table>.<column>";
    if (numbers.size() != table.row.size()) return "the columns of a series differ in length";
  }
  return "";
}

std::string fault_of_cells(const StudyCard& card, const Rows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.setting[i] < 0 || static_cast<std::size_t>(rows.setting[i]) >= card.settings.size())
      return "a row's setting is not on the card";
    if (rows.replicate[i] < 0 || rows.replicate[i] >= most_replications) return "a row's replicate is none";
    if (rows.outcome[i] < 0 || rows.outcome[i] > static_cast<std::int32_t>(Outcome::failed))
      return "a row's outcome is none";
    if (i > 0 && std::pair(rows.setting[i - 1], rows.replicate[i - 1]) >=
                     std::pair(rows.setting[i], rows.replicate[i]))
      return "its rows are not sorted, or a cell stands twice";
  }
  return "";
}

} // namespace

std::string fault_of(const StudyCard& card) {
  if (card.replications < 0 || card.replications > most_replications)
    return "it has " + std::to_string(card.replications) + " replications";
  if (card.published_replications < 0) return "the paper has a negative number of replications";
  if (static_cast<std::int64_t>(card.settings.size()) * card.replications > most_stored_cells)
    return "it has more than " + std::to_string(most_stored_cells) + " cells";
  if (longest_label(card) > most_letters)
    return "a name or a label of it has more than " + std::to_string(most_letters) + " bytes";
  if (card.metrics.size() > most_metrics)
    return "it has more than " + std::to_string(most_metrics) + " metrics";
  std::set<std::string> metrics;
  for (const Metric& metric : card.metrics)
    if (!stands_once(metric.name, metrics)) return "a metric has no name of its own";
  Values values;
  for (const std::string& fault : {fault_of_axes(card, values), fault_of_points(card, values)})
    if (!fault.empty()) return fault;
  return fault_of_layout(card.layout, values, metrics);
}

std::string fault_of(const StudyCard& card, const Rows& rows) {
  const std::size_t n = rows.size();
  if (rows.replicate.size() != n || rows.outcome.size() != n || rows.seconds.size() != n)
    return "its columns differ in length";
  for (const auto& [name, column] : rows.values) {
    if (!is_free(name)) return "a value has the name of another column";
    if (column.size() != n) return "its columns differ in length";
  }
  if (const std::string fault = fault_of_cells(card, rows); !fault.empty()) return fault;
  for (const auto& [name, table] : rows.series)
    if (const std::string fault = fault_of_series(name, table, n); !fault.empty()) return fault;
  return "";
}

} // namespace results
