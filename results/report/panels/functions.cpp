#include "results/report/panels/functions.hpp"

#include <set>
#include <sstream>

#include "core/contract.hpp"
#include "core/loss/functions.hpp"
#include "core/settings/parameter.hpp"
#include "core/settings/parsed.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr int drawn_points = 401, every = 20; // of which every 20th is printed
constexpr int digits = 4;

/// One line of a picture.
struct Line {
  std::string label, word;
  const core::LossFunction* row;
  std::function<double(double)> function;
};

struct Drawing {
  std::string title;
  std::vector<Line> lines;
};

void require_readable(bool readable, const std::string& word) {
  core::require(readable, "the functions of a study card name '" + word +
                              "' (this version has no such function) use the version that computed it");
}

double read_number(const std::string& text, const std::string& word) {
  const auto value = core::parsed<double>(text);
  require_readable(value.has_value(), word);
  return *value;
}

const core::LossFunction* row_of(const std::string& id) {
  for (const core::LossFunction& row : core::loss_functions())
    if (row.entry.id == id) return &row;
  return nullptr;
}

/// What function_word said.
Line line_of(const std::string& word, const std::string& label) {
  std::istringstream parts(word);
  std::string id, part;
  parts >> id;
  const core::LossFunction* const row = row_of(id);
  require_readable(row != nullptr, word);
  core::Parameters told;
  while (parts >> part) {
    const auto sign = part.find('=');
    const std::string key = part.substr(0, sign);
    for (const core::ParameterSpec& spec : row->entry.parameters) {
      if (spec.key != key || sign == std::string::npos) continue;
      const double value = read_number(part.substr(sign + 1), word);
      const core::Value typed = spec.kind == core::Kind::integer
                                    ? core::Value(static_cast<std::int64_t>(value))
                                    : core::Value(value);
      require_readable(core::accepts(spec, typed), word);
      told.set(key, typed);
    }
    require_readable(told.has(key), word);
  }
  return {label, word, row, row->build(core::with_defaults(told, row->entry.parameters))};
}

/// What is asked for.
struct FunctionsQuestion {
  double from, to;
  std::string x_label, y_label;
  std::vector<Drawing> drawings;

  explicit FunctionsQuestion(const PanelRequest& request)
      : from(request.number("from")),
        to(request.number("to")),
        x_label(request.has("x_label") ? request.word("x_label") : "z"),
        y_label(request.has("y_label") ? request.word("y_label") : "") {
    const auto &titles = request.list("title"), &words = request.list("function"),
               &labels = request.list("label");
    core::require(from < to && titles.size() == words.size() && labels.size() == words.size(),
                  "the functions of a study card have no interval, or lines without a label (the card is "
                  "damaged) run the study again");
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (k == 0 || titles[k] != titles[k - 1]) drawings.push_back({titles[k], {}});
      drawings.back().lines.push_back(line_of(words[k], labels[k]));
    }
  }

  /// The k-th point: both ends are their decimals.
  double at(int k) const { return (from * (drawn_points - 1 - k) + to * k) / (drawn_points - 1); }
};

Chart chart_of(const FunctionsQuestion& question, const Drawing& drawing, const std::string& title) {
  Chart chart{title, 0, "z", question.x_label, question.y_label};
  for (int k = 0; k < drawn_points; ++k) chart.x.push_back(question.at(k));
  for (const Line& line : drawing.lines) {
    chart.lines.push_back({line.word, line.label, {}});
    for (const double z : chart.x) chart.lines.back().y.push_back(line.function(z));
  }
  return chart;
}

/// Every 20th point of a chart, a row each.
Grid grid_of(const Chart& chart) {
  Grid grid{.title = chart.title, .stub = {chart.x_label}, .heads = {{}}, .rows = {}};
  for (const ChartLine& line : chart.lines) grid.heads.front().push_back({line.label});
  for (std::size_t k = 0; k < chart.x.size(); k += every) {
    GridRow row{{decimal(chart.x[k], digits)}, {}};
    for (const ChartLine& line : chart.lines) row.entries.push_back({.text = decimal(line.y[k], digits)});
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

void add_long_form(const Chart& chart, const std::string& title, std::vector<LongRow>& to) {
  for (const ChartLine& line : chart.lines)
    for (std::size_t k = 0; k < chart.x.size(); k += every)
      to.push_back(
          {.at = {{"picture", title}, {"function", line.name}, {"argument", decimal(chart.x[k], digits)}},
           .metric = "value",
           .marginlab = csv_number(line.y[k], digits)});
}

/// The formula of each function that is drawn, once.
Section formulas(const FunctionsQuestion& question) {
  Section out{"Functions", {}, Topic::pictures};
  std::set<std::string> said;
  for (const Drawing& drawing : question.drawings)
    for (const Line& line : drawing.lines) {
      const core::Entry& entry = line.row->entry;
      if (said.insert(entry.id).second)
        out.lines.push_back(entry.id + ": " + entry.meaning + " (" + entry.source + ").");
    }
  return out;
}

Panel functions_for(const PanelInput& input) {
  const FunctionsQuestion question(input.request);
  Panel out{.notes = {formulas(question)}, .axes = {"picture", "function", "argument"}};
  for (const Drawing& drawing : question.drawings) {
    Chart chart = chart_of(question, drawing, input.study.results.card.study + ": " + drawing.title);
    out.grids.push_back(grid_of(chart));
    add_long_form(chart, drawing.title, out.long_form);
    out.pictures.push_back({std::move(chart), std::nullopt});
  }
  return out;
}

std::optional<core::Objection> functions_objection(const PanelRequest& request, const std::vector<Axis>&) {
  if (!request.has("from") || !request.has("to") || request.number("from") < request.number("to"))
    return std::nullopt;
  return core::Objection{{"to"},
                         "'to' must be above 'from' (the functions are drawn from the one to the other). "
                         "Exchange the two"};
}

} // namespace

std::string function_word(const core::Choice& function) {
  std::string out = function.id;
  for (const auto& [key, value] : function.parameters.values())
    out += " " + key + "=" +
           (std::holds_alternative<double>(value) ? core::shortest(std::get<double>(value))
                                                  : std::to_string(std::get<std::int64_t>(value)));
  return out;
}

PanelEntry functions_panel() {
  const core::ParameterSpec from = core::real("from", "where the interval begins").in(-1e6, 1e6),
                            to = core::real("to", "where it ends").in(-1e6, 1e6);
  return {.name = "functions",
          .phrase = "the functions",
          .meaning = "losses as functions of one argument, with their formulas",
          .parameters = {{"from", from.meaning, Takes::value, true, "", from},
                         {"to", to.meaning, Takes::value, true, "", to},
                         {"pictures", "a list of {title, lines}, a line being {function, label, ...}",
                          Takes::functions},
                         {"x_label", "what the argument is called", Takes::text, false},
                         {"y_label", "what the values are called", Takes::text, false}},
          .panel = functions_for,
          .objection = functions_objection,
          .needs_cells = false};
}

} // namespace results
