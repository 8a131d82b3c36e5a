#include "results/format/render.hpp"

#include <algorithm>
#include <array>

#include "core/contract.hpp"
#include "results/format/chart_svg.hpp"
#include "results/format/csv.hpp"
#include "results/format/heat_map_svg.hpp"
#include "results/format/html.hpp"
#include "results/format/latex.hpp"
#include "results/format/markdown.hpp"
#include "results/format/text.hpp"
#include "results/report/compose.hpp"
#include "results/report/panels/misclassified.hpp"
#include "results/report/tabulate.hpp"

namespace results {
namespace {

struct NamedFormat {
  Format format;
  std::string_view name;
};

constexpr std::array<NamedFormat, 6> formats{{{Format::text, "text"},
                                              {Format::markdown, "markdown"},
                                              {Format::latex, "latex"},
                                              {Format::csv, "csv"},
                                              {Format::html, "html"},
                                              {Format::svg, "svg"}}};

std::string svg_of(const Results& results) {
  const std::vector<HeatMap> maps = heat_maps(tabulate(results), results.card);
  if (!maps.empty()) return heat_map_svg(maps);
  const std::vector<Chart> drawn = charts(results);
  core::require(!drawn.empty(),
                "no heat map and no chart for " + results.card.study +
                    " (its layout names none, or nothing has been computed) add layout.heat_map: "
                    "[axis, axis] or layout.chart, or use another format");
  return chart_svg(drawn);
}

std::string link(const std::string& text, const std::string& path) {
  return "[" + markdown_escaped(text) + "](" + path + ")";
}

std::string line_of(const IndexRow& row) {
  std::string out = "| " + link(row.study, row.path) + " | " + markdown_escaped(row.title) + " | " +
                    link("config", "configs/" + row.study + ".yaml") + " |";
  for (const Verdict verdict : all_verdicts) out += " " + std::to_string(row.counts[verdict]) + " |";
  return out + "\n";
}

} // namespace

std::optional<Format> format_named(std::string_view name) {
  const auto found =
      std::find_if(formats.begin(), formats.end(), [&](const auto& f) { return f.name == name; });
  return found == formats.end() ? std::nullopt : std::optional(found->format);
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const NamedFormat& format : formats) names.push_back(format.name);
  return names;
}

std::string render(const Results& results, Format format, const Style& style) {
  switch (format) {
    case Format::text:
      return text_of(compose(results), style);
    case Format::markdown:
      return markdown_of(compose(results));
    case Format::latex:
      return latex_of(compose(results));
    case Format::csv:
      return csv_of(tabulate(results), results.card) + comparisons_csv(results) + misclassified_csv(results);
    case Format::html:
      return html_of(compose(results));
    case Format::svg:
      return svg_of(results);
  }
  core::expect(false, "every format has a writer");
  return {};
}

std::string index_markdown(std::vector<IndexRow> rows) {
  std::sort(rows.begin(), rows.end(), [](const IndexRow& a, const IndexRow& b) { return a.study < b.study; });
  std::string out =
      "| Table | Title | Config | match | off | cannot tell | not published |\n"
      "| :--- | :--- | :--- | ---: | ---: | ---: | ---: |\n";
  for (const IndexRow& row : rows) out += line_of(row);
  return out;
}

} // namespace results
