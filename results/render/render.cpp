#include "results/render/render.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "results/format/answer_text.hpp"
#include "results/format/csv.hpp"
#include "results/format/json.hpp"
#include "results/format/latex.hpp"
#include "results/format/markdown.hpp"
#include "results/format/pictures.hpp"
#include "results/format/rows.hpp"
#include "results/format/text.hpp"
#include "results/page/report_page.hpp"
#include "results/page/scoreboard.hpp"
#include "results/report/panels/compose.hpp"

namespace results {
namespace {

/// All pictures of the first one's sort: a sheet is of heat maps, of charts or of ranks.
std::string svg_of(const Document& document) {
  core::require(!document.pictures.empty(),
                "no heat map, chart or diagram of ranks for " + document.study +
                    " (its layout names none, or nothing has been computed) add {panel: heat_map, "
                    "axes: [axis, axis]} or a chart to layout.panels, or use another format");
  std::vector<Picture> drawn;
  for (const Picture& picture : document.pictures)
    if (picture.drawing.index() == document.pictures.front().drawing.index()) drawn.push_back(picture);
  return svg_of(drawn);
}

std::string link(const std::string& text, const std::string& path) {
  return "[" + markdown_escaped(text) + "](" + path + ")";
}

std::string line_of(const IndexRow& row) {
  std::string out = "| " + link(row.study, row.path) + " | " + markdown_escaped(row.title) + " | " +
                    link("config", "../configs/" + row.study + ".yaml") + " | " + row.blocks + " | " +
                    row.order + " |";
  for (const Verdict verdict : all_verdicts) out += " " + std::to_string(row.counts[verdict]) + " |";
  return out + "\n";
}

} // namespace

std::string render(const Results& results, Format format, const Style& style) {
  if (format == Format::html) return report_page(results);
  if (format == Format::rows) return rows_of(results);
  if (format == Format::json) return json_of(results);
  const Document document = compose(results);
  switch (format) {
    case Format::text:
      return text_of(document, style);
    case Format::markdown:
      return markdown_of(document);
    case Format::latex:
      return latex_of(document);
    case Format::csv:
      return csv_of(document);
    case Format::svg:
      return svg_of(document);
    case Format::html:
    case Format::json:
    case Format::rows:
      break;
  }
  core::expect(false, "every format has a writer");
  return {};
}

std::string render_answer(const Results& results, const Style& style) {
  return text_of(answer(results), style);
}

std::string agreeing(const BlockCounts& counts) {
  if (counts.all() == 0) return "";
  std::string out = std::to_string(counts.agree) + " of " + std::to_string(counts.all());
  const auto add = [&out](std::size_t count, const char* what) {
    if (count > 0) out += ", " + std::to_string(count) + what;
  };
  add(counts.explained, " explained");
  add(counts.of_the_paper, " the paper's");
  add(counts.unexplained, " unexplained");
  return out;
}

std::string in_order(const BlockCounts& counts) {
  return counts.pairs.all() == 0 ? "" : text_of(counts.pairs);
}

std::string index_markdown(std::vector<IndexRow> rows) {
  std::sort(rows.begin(), rows.end(), [](const IndexRow& a, const IndexRow& b) { return a.study < b.study; });
  std::string out =
      "| Table | Title | Config | blocks agree | pairs same/opposite/level | match | off | cannot tell | not "
      "published "
      "|\n"
      "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const IndexRow& row : rows) out += line_of(row);
  return out;
}

std::string index_json(const std::vector<Score>& scores) {
  OrderedJson studies = OrderedJson::array();
  for (const Score& score : scores) {
    OrderedJson z = OrderedJson::array();
    for (const ZMark& mark : score.z) z.push_back(json_number(mark.z));
    studies.push_back({{"paper", json_text(score.paper)},
                       {"study", score.study},
                       {"title", score.title},
                       {"published_source", json_text(score.source)},
                       {"replications", score.replications},
                       {"judged", counts_json(score.judged)},
                       {"blocks", counts_json(score.blocks)},
                       {"z", z}});
  }
  return json_answer({{"format", "marginlab-index"}, {"format_version", "1.0"}, {"studies", studies}});
}

} // namespace results
