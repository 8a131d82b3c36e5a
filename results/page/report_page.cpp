#include "results/page/report_page.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "results/answer/verdict_sentence.hpp"
#include "results/format/forest_svg.hpp"
#include "results/format/html.hpp"
#include "results/format/pictures.hpp"
#include "results/format/svg.hpp"
#include "results/page/claims_section.hpp"
#include "results/page/drawings.hpp"
#include "results/page/kept_predictions.hpp"
#include "results/page/marks.hpp"
#include "results/page/number_table.hpp"
#include "results/page/page_data.hpp"
#include "results/page/readings_section.hpp"
#include "results/page/shell.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"
#include "results/report/panels/compose.hpp"

namespace results {
namespace {

constexpr std::size_t drawn_at_once = 200; ///< cells; of more the browser draws what is in sight
constexpr std::array verdicts_drawn{Verdict::match, Verdict::off, Verdict::cannot_tell};

std::string paragraph(const std::string& css_class, const std::string& inner) {
  return "<p class=\"" + css_class + "\">" + inner + "</p>\n";
}

class ReportPage {
 public:
  ReportPage(const Results& results, std::string directory)
      : results_(results),
        directory_(directory.empty() ? "runs/" + results.card.study : std::move(directory)),
        study_(judge(results)),
        table_(study_.table),
        document_(compose(study_)),
        forest_(document_.counts.published() > 0 && has_printed() ? forest(study_) : forest_of_all(study_)),
        cells_(cell_facts(results, table_, study_.blocks)) {}

  std::string text() const {
    const std::string body = head() + verdicts() + cards() + claims_section(study_, document_.grids) +
                             forests() + readings_section(results_, table_, cells_) +
                             number_table(table_, cells_) + grids() + pictures() +
                             reliability_section(results_) + sections() + words_section() + how_made();
    return whole_page(
        {.title = document_.study + ": " + (has_printed() ? "published and computed" : "computed"),
         .skip_to = "numbers",
         .body = body,
         .after = dialog(),
         .data = page_data(results_, cells_, directory_)});
  }

 private:
  /// Whether a number of the paper stands beside a computed one. Improvements are made of others.
  bool has_printed() const {
    bool any = false;
    for_each_cell(table_, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
      any = any || (cell.computed && !cell.published.value.empty() && !is_improvement(table_, column));
    });
    return any;
  }

  std::string head() const {
    return "<header>" + paragraph("kicker", xml_escaped(document_.study) + theme_button()) + "<h1>" +
           xml_escaped(document_.title) + "</h1></header>\n";
  }

  /// What is counted: numbers, pairs of methods or claims.
  std::string noun() const {
    if (results_.card.published_comparable == Comparable::order && has_printed()) return "pair of methods";
    return has_printed() ? "published number" : "claim";
  }

  /// The sentence of the study without its name, which stands above it.
  std::string headline() const {
    const std::string all = timeless_sentence(study_), name = results_.card.study + ": ";
    std::string out = all.starts_with(name) ? all.substr(name.size()) : all;
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
  }

  std::string verdicts() const {
    std::string out = paragraph("headline", xml_escaped(headline()));
    const VerdictCounts& counts = document_.counts;
    if (counts.published() == 0) return out;
    out += paragraph("counts", count_sentence(counts)) + verdict_bar(counts);
    std::string legend;
    for (const Verdict verdict : verdicts_drawn)
      if (counts[verdict] > 0)
        legend += "<span>" + inline_mark(verdict) + xml_escaped(std::to_string(counts[verdict]) + " ") +
                  explained("Verdict of a cell", std::string(word(verdict))) + "</span>";
    legend += "<span>" + inline_published_mark() + explained("Published value", "as published") + "</span>" +
              "<span class=\"long\">bars: two " + explained("Monte Carlo standard error", "standard errors") +
              " to both sides</span>";
    return out + paragraph("legend", legend) + meanings();
  }

  std::string count_sentence(const VerdictCounts& counts) const {
    const std::size_t all = counts.published();
    const auto part = [&](Verdict verdict, const std::string& words) {
      return "<b class=\"v-" + css_class(verdict) + "\">" + std::to_string(counts[verdict]) + " " + words +
             "</b>";
    };
    std::string nouns = noun();
    if (all != 1) nouns = nouns == "pair of methods" ? "pairs of methods" : nouns + "s";
    return std::to_string(all) + " " + nouns + " judged one by one: " + part(Verdict::match, "match") + ", " +
           part(Verdict::off, counts[Verdict::off] == 1 ? "is off" : "are off") + ", " +
           part(Verdict::cannot_tell, "cannot be told") + ".";
  }

  /// What the words of the verdicts mean, where a reader first meets them.
  std::string meanings() const {
    if (noun() != "published number") return "";
    std::string out = "<details class=\"meanings\"><summary>What do these words mean?</summary><dl>";
    const auto add = [&](const std::string& words, const std::string& meaning) {
      out += "<dt>" + words + "</dt><dd>" + xml_escaped(meaning) + "</dd>";
    };
    add(chip(Verdict::match, "match"),
        "The two means lie within two combined standard errors of each other.");
    add(chip(Verdict::off, "off"), "They lie more than three combined standard errors apart.");
    add(chip(Verdict::cannot_tell, "cannot tell"),
        "They lie between two and three apart, or marginlab's own error is too coarse to miss anything. More "
        "replications may settle it.");
    add("explained", "The block differs. Another reading of what the paper leaves open agrees with it.");
    add("the paper\u2019s",
        "The block differs. No study of the design that the paper states can have the numbers it prints, and "
        "a "
        "command shows the proof.");
    add("unexplained", "The block differs. Nobody knows why, or knows only a part of it.");
    return out + "</dl></details>\n";
  }

  std::vector<const CellFacts*> members(const Block& block) const {
    std::vector<const CellFacts*> out;
    for (const CellFacts& cell : cells_)
      if (cell.verdict && block.holds(cell.cell)) out.push_back(&cell);
    return out;
  }

  std::string cards() const {
    if (study_.blocks.empty()) return "";
    std::string out = "<section aria-labelledby=\"h-blocks\"><h2 id=\"h-blocks\">Block by block</h2>" +
                      paragraph("soft", "A " + explained("Block", "block") +
                                            " is all numbers of one data set and one metric. Its numbers "
                                            "share their draws and are tested together.") +
                      "<div class=\"cards\">\n";
    for (const Block& block : study_.blocks) out += card(block);
    return out + "</div></section>\n";
  }

  std::string card(const Block& block) const {
    const std::vector<const CellFacts*> cells = members(block);
    std::vector<ZMark> marks;
    for (const CellFacts* cell : cells) marks.push_back({side_of(cell->cell.agreement), cell->verdict});
    const auto off = std::count_if(cells.begin(), cells.end(),
                                   [](const CellFacts* cell) { return cell->verdict == Verdict::off; });
    std::string out =
        "<article class=\"card\"><h3>" +
        xml_escaped(block.data_label.empty() ? block.metric.label
                                             : block.data_label + " \u00b7 " + block.metric.label) +
        "</h3>" + paragraph("", chip(cell_verdict(block.verdict), verdict_phrase(block))) + z_strip(marks) +
        paragraph("facts-line", facts_line(block, cells.size(), static_cast<std::size_t>(off)));
    if (block.is_reading)
      out += paragraph("because", "Another reading of the same numbers. It is not counted.");
    if (!block.because.empty() && block.verdict == BlockVerdict::differs)
      out += paragraph("because", xml_escaped(block.because));
    else if (block.verdict == BlockVerdict::differs && block.cause == Cause::unexplained)
      out += paragraph("because", "The study names no cause.");
    else if (block.verdict == BlockVerdict::cannot_tell)
      out += paragraph("because", block.is_too_few ? "Too few replications have been run to judge."
                                                   : "The errors are too coarse to judge.");
    return out + "</article>\n";
  }

  static std::string facts_line(const Block& block, std::size_t cells, std::size_t off) {
    std::string out = std::to_string(off) + " of " + counted(cells, "cell") + " off";
    if (const PairCounts& pairs = block.order.pairs; pairs.same + pairs.opposite > 0)
      out += "; " + explained("Pairs in order", "pairs in order") + ": " + std::to_string(pairs.same) +
             " same, " + std::to_string(pairs.opposite) + " opposite, " + std::to_string(pairs.level) +
             " level";
    return out;
  }

  bool has_star() const {
    return std::any_of(forest_.blocks.begin(), forest_.blocks.end(), [](const ForestBlock& block) {
      return std::any_of(block.rows.begin(), block.rows.end(),
                         [](const ForestRow& row) { return drawn_label(row.label) != row.label; });
    });
  }

  std::string forests() const {
    if (forest_.blocks.empty()) return "";
    const bool any_level = std::any_of(
        cells_.begin(), cells_.end(), [](const CellFacts& cell) { return cell.best && cell.best->is_level; });
    std::string out =
        "<section aria-labelledby=\"h-forest\"><h2 id=\"h-forest\">" +
        std::string(has_printed() ? "Published and marginlab\u2019s, number by number" : "Number by number") +
        "</h2>" +
        paragraph("soft",
                  std::string("Choose a row to see its replicates, its certificate and the command that "
                              "computes it again.") +
                      (any_level ? " The sign = marks a method that cannot be told apart from the best "
                                   "beside it: their paired difference is within two standard errors."
                                 : "") +
                      (has_star() ? " The star marks the paper\u2019s method." : "")) +
        "<div class=\"forests" + std::string(cells_.size() > drawn_at_once ? " many" : "") + "\">\n";
    for (const ForestBlock& block : forest_.blocks) out += forest_panel(block, cells_);
    return out + "</div></section>\n";
  }

  /// All tables of the report but those that the page has with drawings, or with more columns.
  std::string grids() const {
    std::string out;
    const std::string comparison = document_.study + ": published against marginlab";
    for (const Grid& grid : document_.grids)
      if (grid.title != comparison && !is_grid_of_readings(grid.title) && !is_grid_of_claims(grid.title))
        out += html_grid(grid);
    return out.empty()
               ? ""
               : "<section aria-labelledby=\"h-tables\"><h2 id=\"h-tables\">Tables of the report</h2>\n" +
                     out + "</section>\n";
  }

  std::string pictures() const {
    std::string out;
    for (const Picture& picture : document_.pictures)
      out += "<figure><figcaption>" + xml_escaped(picture.title()) +
             "</figcaption><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
             xml_escaped(picture.title()) + "\">\n" + inline_svg(picture) + "</div></figure>\n";
    return out.empty() ? ""
                       : "<section aria-labelledby=\"h-pictures\"><h2 id=\"h-pictures\">Pictures</h2>\n" +
                             out + "</section>\n";
  }

  std::string sections() const {
    std::string out;
    for (const Section& section : document_.sections) out += html_section(section);
    return out;
  }

  std::string how_made() const { return "<footer>" + html_details(document_.details) + "</footer>\n"; }

  const Results& results_;
  std::string directory_;
  Judged study_;
  const Table& table_;
  Document document_;
  Forest forest_;
  std::vector<CellFacts> cells_;
};

} // namespace

std::string report_page(const Results& results, const std::string& directory) {
  return ReportPage(results, directory).text();
}

} // namespace results
