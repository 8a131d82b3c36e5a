#include "results/report/panels/chart.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"
#include "results/record/number.hpp"
#include "results/record/series.hpp"
#include "results/report/design.hpp"
#include "results/report/grids.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

/// The row of a setting's replicate.
std::optional<std::size_t> row_of(const Rows& rows, std::int32_t setting, std::int32_t replicate) {
  const auto [first, last] = std::equal_range(rows.setting.begin(), rows.setting.end(), setting);
  for (auto at = first; at != last; ++at) {
    const auto row = static_cast<std::size_t>(at - rows.setting.begin());
    if (rows.replicate[row] == replicate) return row;
  }
  return std::nullopt;
}

template <class Columns>
std::string names_of(const Columns& columns) {
  std::string out;
  for (const auto& [name, values] : columns) out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// What is asked for. Optional parameters are empty where they are left out.
struct Question {
  std::string table, x, x_label, y_label;
  std::vector<std::string> y, labels, marks, facts, dots;
  std::int32_t replicate = 0;

  explicit Question(const PanelRequest& request)
      : table(request.word("table")),
        x(request.word("x")),
        x_label(request.word("x_label")),
        y_label(request.has("y_label") ? request.word("y_label") : ""),
        y(request.list("y")),
        labels(request.list("labels")),
        marks(words(request, "marks")),
        facts(words(request, "facts")),
        dots(words(request, "dots")) {
    const double number = request.number("replicate");
    core::require(number >= 0 && number < 2147483648.0 && labels.size() == y.size() &&
                      (dots.empty() || dots.size() == 3),
                  "the chart of a study card has no such replicate, lines without a label, or dots without a "
                  "column (the card is damaged) run the study again");
    replicate = static_cast<std::int32_t>(number);
  }

 private:
  static std::vector<std::string> words(const PanelRequest& request, const std::string& key) {
    return request.has(key) ? request.list(key) : std::vector<std::string>{};
  }
};

/// Draws the series of single rows.
class RowCharts {
 public:
  RowCharts(const Results& results, const Question& question)
      : rows_(results.rows), question_(question), study_(results.card.study) {}

  bool is_empty(std::size_t row) const {
    const auto [first, last] = points_of(rows_.series.at(question_.table), static_cast<std::int32_t>(row));
    return first == last;
  }

  Chart chart(std::size_t row, const std::string& title) const {
    Chart chart{title, rows_.setting[row], question_.x, question_.x_label, question_.y_label};
    chart.x = column(row, question_.table, question_.x);
    for (std::size_t k = 0; k < question_.y.size(); ++k)
      chart.lines.push_back(
          {question_.y[k], question_.labels[k], column(row, question_.table, question_.y[k])});
    if (const auto& dots = question_.dots; !dots.empty())
      chart.dots =
          ChartDots{dots[0], dots[1], dots[2], column(row, dots[0], dots[1]), column(row, dots[0], dots[2])};
    for (const std::string& name : question_.facts) chart.facts.push_back({name, diagnostic(row, name)});
    for (const std::string& name : question_.marks) chart.marks.push_back({name, diagnostic(row, name)});
    const Extent x = x_extent(chart);
    std::erase_if(chart.marks,
                  [&](const ChartMark& mark) { return !(mark.x >= x.least && mark.x <= x.most); });
    return chart;
  }

 private:
  std::vector<double> column(std::size_t row, const std::string& table, const std::string& name) const {
    const auto stored = rows_.series.find(table);
    core::require(stored != rows_.series.end(), "the chart of " + study_ + " draws the table '" + table +
                                                    "' (the cells have " + names_of(rows_.series) +
                                                    ") correct layout.chart and run it again");
    const auto& columns = stored->second.columns;
    const auto found = columns.find(name);
    core::require(found != columns.end(), "the chart of " + study_ + " draws '" + table + "." + name +
                                              "' (the table has " + names_of(columns) +
                                              ") correct layout.chart and run it again");
    const auto [first, last] = points_of(stored->second, static_cast<std::int32_t>(row));
    const auto begin = found->second.begin();
    return {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)};
  }

  double diagnostic(std::size_t row, const std::string& name) const {
    const auto found = rows_.values.find(name);
    core::require(found != rows_.values.end(), "the chart of " + study_ + " names '" + name +
                                                   "' (the cells have " + names_of(rows_.values) +
                                                   ") correct layout.chart and run it again");
    return found->second[row];
  }

  const Rows& rows_;
  const Question& question_;
  const std::string& study_;
};

/// The place and the replicate.
std::string place_of(const std::vector<Axis>& varying, const Coordinates& at, std::int32_t replicate) {
  std::string out;
  for (const Axis& axis : varying) out += value_phrase(axis, label_on(axis, at)) + ", ";
  return out + "replicate " + std::to_string(replicate);
}

constexpr int decimals = 3;

/// The values of a diagnostic over the replicates of a setting, sorted, NaN left out.
std::vector<double> sorted_values(const Rows& rows, std::int32_t setting, const std::string& name) {
  std::vector<double> out;
  for (const Observation& one : series(rows, setting, name))
    if (!std::isnan(one.value)) out.push_back(one.value);
  std::sort(out.begin(), out.end());
  return out;
}

/// Linear between order statistics, the share q of the way from the first to the last.
double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// "border is 0.98 here; over 100 replicates ...": of a diagnostic's value in the replicate that is drawn.
std::string value_line(const Rows& rows, const Chart& chart, const std::string& name, double here) {
  const std::vector<double> values = sorted_values(rows, chart.setting, name);
  const std::string head =
      name + (std::isnan(here) ? " does not exist" : " is " + decimal(here, decimals)) + " here; ";
  if (values.empty()) return head + "nor in any other replicate.";
  return head + "over " + std::to_string(values.size()) + " replicates its median is " +
         decimal(quantile(values, 0.5), decimals) +
         ", 10% to 90%: " + decimal(quantile(values, 0.1), decimals) + " to " +
         decimal(quantile(values, 0.9), decimals) + ".";
}

/// What a chart shows: its columns and how many points they have.
std::string contents_line(const Chart& chart) {
  std::string names;
  for (const ChartLine& line : chart.lines) names += (names.empty() ? "" : ", ") + line.name;
  const std::string lines = chart.title + ": " + names + " over " + chart.x_name + ", " +
                            std::to_string(chart.x.size()) + " points";
  if (!chart.dots) return lines + ".";
  return lines + "; " + std::to_string(chart.dots->x.size()) + " dots, " + chart.dots->y_name + " over " +
         chart.dots->x_name + " of " + chart.dots->table + ".";
}

Section chart_notes(const Results& results, const std::vector<Chart>& charts) {
  Section section{"Chart", {}, Topic::pictures};
  for (const Chart& chart : charts) {
    section.lines.push_back(contents_line(chart));
    for (const ChartMark& mark : chart.marks)
      section.lines.push_back(value_line(results.rows, chart, mark.label, mark.x));
    for (const ChartFact& fact : chart.facts)
      section.lines.push_back(value_line(results.rows, chart, fact.label, fact.value));
  }
  return section;
}

Panel panel(const PanelInput& input) {
  std::vector<Chart> drawn = charts(input.results, input.request);
  if (drawn.empty()) return {};
  Panel out{.notes = {chart_notes(input.results, drawn)}};
  for (Chart& chart : drawn) out.pictures.push_back({std::move(chart), std::nullopt});
  return out;
}

} // namespace

std::vector<Chart> charts(const Results& results, const PanelRequest& request) {
  const StudyCard& card = results.card;
  const Question question(request);
  std::vector<Chart> out;
  if (!results.rows.series.contains(question.table)) return out;
  const std::vector<Axis> varying = Design(card).varying();
  const RowCharts of(results, question);
  std::set<std::int32_t> drawn;
  for (const Point& point : card.points) {
    if (!drawn.insert(point.setting).second) continue;
    const auto row = row_of(results.rows, point.setting, question.replicate);
    if (row && !of.is_empty(*row))
      out.push_back(of.chart(*row, card.study + ": " + place_of(varying, point.at, question.replicate)));
  }
  return out;
}

PanelEntry chart_panel() {
  return {.name = "chart",
          .phrase = "the chart",
          .meaning = "lines of a cell's series, such as a solution path",
          .parameters = {{"table", "the series table that is drawn, such as path", Takes::name},
                         {"x", "the column along the x-axis, such as pi", Takes::name},
                         {"y", "the columns that are drawn, a line each", Takes::names},
                         {"replicate", "whose series is drawn", Takes::replicate, false},
                         {"labels", "what the lines are called", Takes::labels, false, "y"},
                         {"x_label", "what the x-axis is called", Takes::text, false, "x"},
                         {"y_label", "what the y-axis is called", Takes::text, false},
                         {"marks", "diagnostics that are places on the x-axis", Takes::names, false},
                         {"facts", "further diagnostics stated below the chart", Takes::names, false},
                         {"dots", "single points of another series table", Takes::points, false}},
          .panel = panel};
}

} // namespace results
