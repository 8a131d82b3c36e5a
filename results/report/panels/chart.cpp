#include "results/report/panels/chart.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"
#include "core/sample/quantile.hpp"
#include "core/settings/parameter.hpp"
#include "results/record/record.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"
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
struct ChartQuestion {
  std::string table, x, x_label, y_label;
  std::vector<std::string> y, labels, marks, facts, dots, borders;
  bool over_replicates = false; ///< y are diagnostics
  std::int32_t replicate = 0;

  explicit ChartQuestion(const PanelRequest& request)
      : table(word(request, "table", "")),
        x(word(request, "x", "")),
        y_label(word(request, "y_label", "")),
        y(words(request, "y")),
        labels(words(request, "labels")),
        marks(words(request, "marks")),
        facts(words(request, "facts")),
        dots(words(request, "dots")),
        borders(words(request, "borders")),
        over_replicates(request.has("over")) {
    x_label = word(request, "x_label", over_replicates ? "replicate" : dots.size() > 1 ? dots[1] : "");
    const double number = request.number("replicate");
    const auto are_points = [](const std::vector<std::string>& words) {
      return words.empty() || words.size() == 3 || words.size() == 4;
    };
    core::require(number >= 0 && number < 2147483648.0 && labels.size() == y.size() && are_points(dots) &&
                      are_points(borders) && !(table.empty() && dots.empty() && borders.empty() && y.empty()),
                  "the chart of a study card has no such replicate, lines without a label, or dots without a "
                  "column (the card is damaged) run the study again");
    replicate = static_cast<std::int32_t>(number);
  }

 private:
  static std::string word(const PanelRequest& request, const std::string& key, const std::string& otherwise) {
    return request.has(key) ? request.word(key) : otherwise;
  }

  static std::vector<std::string> words(const PanelRequest& request, const std::string& key) {
    return request.has(key) ? request.list(key) : std::vector<std::string>{};
  }
};

/// Draws the series of single rows.
class RowCharts {
 public:
  RowCharts(const Results& results, const ChartQuestion& question)
      : rows_(results.rows), question_(question), study_(results.card.study) {}

  bool is_empty(std::size_t row) const {
    const auto stored = rows_.series.find(first_table(question_));
    if (stored == rows_.series.end()) return true;
    const auto [first, last] = points_of(stored->second, static_cast<std::int32_t>(row));
    return first == last;
  }

  Chart chart(std::size_t row, const std::string& title) const {
    Chart chart{title, rows_.setting[row], question_.x, question_.x_label, question_.y_label};
    if (!question_.table.empty()) chart.x = column(row, question_.table, question_.x);
    for (std::size_t k = 0; k < question_.y.size(); ++k)
      chart.lines.push_back(
          {question_.y[k], question_.labels[k], column(row, question_.table, question_.y[k])});
    if (!question_.dots.empty()) chart.dots = dots(row);
    if (!question_.borders.empty()) chart.borders = borders(row);
    for (const std::string& name : question_.facts) chart.facts.push_back({name, diagnostic(row, name)});
    for (const std::string& name : question_.marks) chart.marks.push_back({name, diagnostic(row, name)});
    const Extent x = x_extent(chart);
    std::erase_if(chart.marks,
                  [&](const ChartMark& mark) { return !(mark.x >= x.least && mark.x <= x.most); });
    return chart;
  }

  /// The diagnostics of all replicates of a setting, one a line, in their order.
  Chart over_replicates(std::int32_t setting, const std::string& title) const {
    Chart chart{title, setting, "replicate", question_.x_label, question_.y_label};
    chart.joined = false;
    for (std::size_t k = 0; k < question_.y.size(); ++k) {
      require_diagnostic(question_.y[k]);
      ChartLine line{question_.y[k], question_.labels[k], {}};
      chart.x.clear();
      for (const Observation& one : series(rows_, setting, question_.y[k])) {
        chart.x.push_back(one.replicate);
        line.y.push_back(one.value);
      }
      chart.lines.push_back(std::move(line));
    }
    return chart;
  }

  /// The table whose points a replicate must have to be drawn.
  static const std::string& first_table(const ChartQuestion& question) {
    if (!question.table.empty()) return question.table;
    return question.dots.empty() ? question.borders[0] : question.dots[0];
  }

 private:
  ChartDots dots(std::size_t row) const {
    const auto& words = question_.dots;
    ChartDots out{words[0], words[1], words[2], column(row, words[0], words[1]),
                  column(row, words[0], words[2])};
    if (words.size() < 4) return out;
    out.group_name = words[3];
    out.group = column(row, words[0], words[3]);
    return out;
  }

  /// A line for each run of equal values of `by`; without it all points are one.
  ChartBorders borders(std::size_t row) const {
    const auto& words = question_.borders;
    ChartBorders out{words[0], words[1], words[2], {}};
    const std::vector<double> x = column(row, words[0], words[1]), y = column(row, words[0], words[2]);
    const std::vector<double> by =
        words.size() < 4 ? std::vector<double>(x.size(), 0) : column(row, words[0], words[3]);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (i == 0 || by[i] != by[i - 1]) out.lines.emplace_back();
      out.lines.back().emplace_back(x[i], y[i]);
    }
    return out;
  }

  std::vector<double> column(std::size_t row, const std::string& table, const std::string& name) const {
    const auto stored = rows_.series.find(table);
    core::require(stored != rows_.series.end(), "the chart of " + study_ + " draws the table '" + table +
                                                    "' (the cells have " + names_of(rows_.series) +
                                                    ") correct the chart of layout.panels and run it again");
    const auto& columns = stored->second.columns;
    const auto found = columns.find(name);
    core::require(found != columns.end(), "the chart of " + study_ + " draws '" + table + "." + name +
                                              "' (the table has " + names_of(columns) +
                                              ") correct the chart of layout.panels and run it again");
    const auto [first, last] = points_of(stored->second, static_cast<std::int32_t>(row));
    const auto begin = found->second.begin();
    return {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)};
  }

  void require_diagnostic(const std::string& name) const {
    core::require(rows_.values.contains(name), "the chart of " + study_ + " names '" + name +
                                                   "' (the cells have " + names_of(rows_.values) +
                                                   ") correct the chart of layout.panels and run it again");
  }

  double diagnostic(std::size_t row, const std::string& name) const {
    require_diagnostic(name);
    return rows_.values.at(name)[row];
  }

  const Rows& rows_;
  const ChartQuestion& question_;
  const std::string& study_;
};

std::string place_phrase_of(const std::vector<Axis>& varying, const Coordinates& at) {
  std::string out;
  for (const Axis& axis : varying) out += (out.empty() ? "" : ", ") + value_phrase(axis, label_on(axis, at));
  return out.empty() ? "every replicate" : out;
}

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

/// "border is 0.98 here; over 100 replicates ...": of a diagnostic's value in the replicate that is drawn.
std::string value_line(const Rows& rows, const Chart& chart, const std::string& name, double here) {
  const std::vector<double> values = sorted_values(rows, chart.setting, name);
  const std::string head =
      name + (std::isnan(here) ? " does not exist" : " is " + decimal(here, decimals)) + " here; ";
  if (values.empty()) return head + "nor in any other replicate.";
  return head + "over " + std::to_string(values.size()) + " replicates its median is " +
         decimal(core::quantile(values, 0.5), decimals) +
         ", 10% to 90%: " + decimal(core::quantile(values, 0.1), decimals) + " to " +
         decimal(core::quantile(values, 0.9), decimals) + ".";
}

/// "Data 1: rho of 100 replicates: median 0.581, from 0.340 to 0.877."
std::string spread_line(const Rows& rows, const Chart& chart, const std::string& name) {
  const std::vector<double> values = sorted_values(rows, chart.setting, name);
  const std::string head = chart.title + ": " + name + " of " + std::to_string(values.size()) + " of " +
                           std::to_string(chart.x.size()) + " replicates";
  if (values.empty()) return head + ".";
  return head + ": median " + decimal(core::quantile(values, 0.5), decimals) + ", from " +
         decimal(values.front(), decimals) + " to " + decimal(values.back(), decimals) + ".";
}

/// What a chart of points in a plane shows.
std::string plane_line(const Chart& chart) {
  std::string out = chart.title + ": ";
  if (chart.dots)
    out += std::to_string(chart.dots->x.size()) + " points of " + chart.dots->table + ", " +
           chart.dots->y_name + " over " + chart.dots->x_name +
           (chart.dots->group.empty() ? "" : ", a symbol for each " + chart.dots->group_name);
  if (chart.borders)
    out += std::string(chart.dots ? "; " : "") + "lines of " + chart.borders->table + ": " +
           std::to_string(chart.borders->lines.size());
  return out + ".";
}

/// What a chart shows: its columns and how many points they have.
std::string contents_line(const Chart& chart) {
  if (chart.lines.empty()) return plane_line(chart);
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
    if (!chart.joined) {
      for (const ChartLine& line : chart.lines)
        section.lines.push_back(spread_line(results.rows, chart, line.name));
      continue;
    }
    section.lines.push_back(contents_line(chart));
    for (const ChartMark& mark : chart.marks)
      section.lines.push_back(value_line(results.rows, chart, mark.label, mark.x));
    for (const ChartFact& fact : chart.facts)
      section.lines.push_back(value_line(results.rows, chart, fact.label, fact.value));
  }
  return section;
}

Panel chart_for(const PanelInput& input) {
  std::vector<Chart> drawn = charts(input.study.results, input.request);
  if (drawn.empty()) return {};
  Panel out{.notes = {chart_notes(input.study.results, drawn)}};
  for (Chart& chart : drawn) out.pictures.push_back({std::move(chart), std::nullopt});
  return out;
}

AskedFacts facts_of_chart(const PanelRequest& request) {
  const ChartQuestion question(request);
  AskedFacts out{.diagnostics = question.marks};
  const std::vector<std::string>& drawn = question.over_replicates ? question.y : question.facts;
  out.diagnostics.insert(out.diagnostics.end(), drawn.begin(), drawn.end());
  if (!question.table.empty()) out.tables.push_back(question.table);
  for (const auto* points : {&question.dots, &question.borders})
    if (!points->empty()) out.tables.push_back(points->front());
  return out;
}

/// A chart is of one table's columns, of diagnostics over replicates, or of points in a plane.
std::optional<core::Objection> chart_objection(const PanelRequest& request, const std::vector<Axis>&) {
  const auto has_any = [&](std::initializer_list<const char*> keys) {
    return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return request.has(key); });
  };
  if (request.has("over") && has_any({"table", "x", "marks", "facts", "dots", "borders"}))
    return core::Objection{
        {"over"},
        "'over: replicate' beside a series of one replicate (a chart draws the one or the other). "
        "Keep over, y and the labels, or remove over"};
  if (!request.has("over") && has_any({"dots", "borders"}) && has_any({"table", "x", "y"}) &&
      !(request.has("table") && request.has("x") && request.has("y")))
    return core::Objection{
        {"table"},
        "the lines of a chart need 'table', 'x' and 'y' (some are missing). Add them, or leave "
        "all three out beside dots and borders"};
  return std::nullopt;
}

} // namespace

std::vector<Chart> charts(const Results& results, const PanelRequest& request) {
  const StudyCard& card = results.card;
  const ChartQuestion question(request);
  std::vector<Chart> out;
  const std::vector<Axis> varying = Design(card).varying();
  const RowCharts of(results, question);
  std::set<std::int32_t> drawn;
  for (const Point& point : card.points) {
    if (!drawn.insert(point.setting).second) continue;
    if (question.over_replicates) {
      out.push_back(
          of.over_replicates(point.setting, card.study + ": " + place_phrase_of(varying, point.at)));
      continue;
    }
    const auto row = row_of(results.rows, point.setting, question.replicate);
    if (row && !of.is_empty(*row))
      out.push_back(of.chart(*row, card.study + ": " + place_of(varying, point.at, question.replicate)));
  }
  return out;
}

PanelEntry chart_panel() {
  const core::ParameterSpec over =
      core::word<bool>("over", "along which y are diagnostics rather than columns", {{"replicate", true}});
  return {.name = "chart",
          .phrase = "the chart",
          .meaning =
              "lines of a cell's series, such as a solution path, a diagnostic of every replicate, or "
              "points of classes with their borders",
          .parameters = {{"over", over.meaning, Takes::value, false, "", over},
                         {.key = "table",
                          .meaning = "the series table that is drawn, such as path",
                          .takes = Takes::name,
                          .unless = {"over", "dots", "borders"}},
                         {.key = "x",
                          .meaning = "the column along the x-axis, such as pi",
                          .takes = Takes::name,
                          .unless = {"over", "dots", "borders"}},
                         {.key = "y",
                          .meaning = "the columns that are drawn, a line each",
                          .takes = Takes::names,
                          .unless = {"dots", "borders"}},
                         {"replicate", "whose series is drawn", Takes::replicate, false},
                         {"labels", "what the lines are called", Takes::labels, false, "y"},
                         {"x_label", "what the x-axis is called", Takes::text, false, "x"},
                         {"y_label", "what the y-axis is called", Takes::text, false},
                         {"marks", "diagnostics that are places on the x-axis", Takes::names, false},
                         {"facts", "further diagnostics stated below the chart", Takes::names, false},
                         {"dots", "single points of another series table", Takes::points, false},
                         {"borders", "lines of another series table, such as borders of classes",
                          Takes::points, false}},
          .panel = chart_for,
          .objection = chart_objection,
          .asks = facts_of_chart};
}

} // namespace results
