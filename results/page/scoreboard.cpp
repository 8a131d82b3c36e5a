#include "results/page/scoreboard.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "results/answer/verdict_sentence.hpp"
#include "results/format/svg.hpp"
#include "results/page/marks.hpp"
#include "results/page/shell.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

/// A part of the blocks, and how the page shows it.
struct BlockPart {
  std::size_t count = 0;
  const char* words;
  const char* css_class;
};

std::vector<BlockPart> parts_of(const BlockCounts& counts) {
  return {{counts.agree, "agree", "p-agree"},
          {counts.explained, "explained", "p-explained"},
          {counts.of_the_paper, "the paper\u2019s", "p-paper"},
          {counts.unexplained, "unexplained", "p-unexplained"},
          {counts.cannot_tell, "cannot tell", "p-untold"}};
}

std::string block_bar(const BlockCounts& counts) {
  if (counts.all() == 0) return "";
  std::string body, label;
  double at = 0;
  for (const BlockPart& part : parts_of(counts)) {
    if (part.count == 0) continue;
    const double width = 100 * static_cast<double>(part.count) / static_cast<double>(counts.all());
    body += "<rect class=\"" + std::string(part.css_class) + "\" x=\"" + percent(at) + "\" width=\"" +
            percent(width) + "\" height=\"14\"/>";
    if (at > 0)
      body +=
          "<line class=\"cut\" x1=\"" + percent(at) + "\" x2=\"" + percent(at) + "\" y1=\"0\" y2=\"14\"/>";
    at += width;
    label += (label.empty() ? "" : ", ") + std::to_string(part.count) + " " + part.words;
  }
  return percent_drawing("bar", "Blocks: " + label, body);
}

std::string number_cell(std::size_t count) {
  return "<td>" + (count == 0 ? std::string("<span class=\"spread\">0</span>") : std::to_string(count)) +
         "</td>";
}

std::string blocks_cells(const Score& score) {
  const std::size_t all = score.blocks.all();
  if (all == 0)
    return "<td class=\"word blocks\">" + verdict_bar(score.judged) +
           (score.judged.published() > 0 ? "no block; " + std::to_string(score.judged[Verdict::match]) +
                                               " of " + std::to_string(score.judged.published()) + " match"
                                         : std::string("nothing to compare with")) +
           "</td>" + repeated("<td><span class=\"spread\">--</span></td>", 4);
  std::string out = "<td class=\"word blocks\">" + block_bar(score.blocks) +
                    std::to_string(score.blocks.agree) + " of " + std::to_string(all) + " agree</td>";
  for (const std::size_t count : {score.blocks.explained, score.blocks.of_the_paper, score.blocks.unexplained,
                                  score.blocks.cannot_tell})
    out += number_cell(count);
  return out;
}

/// How many are match, off and undecided, each behind its mark.
std::string judged_cell(const VerdictCounts& counts) {
  std::string out = "<td class=\"word\"><span class=\"legend\">";
  for (const Verdict verdict : {Verdict::match, Verdict::off, Verdict::cannot_tell})
    out += "<span title=\"" + std::string(word(verdict)) + "\">" + inline_mark(verdict) +
           std::to_string(counts[verdict]) + "</span>";
  return out + "</span></td>";
}

std::string row_of(const Score& score) {
  const std::string name = xml_escaped(score.study);
  return "<tr><th scope=\"row\" class=\"label\">" +
         (score.report.empty() ? name : "<a href=\"" + xml_escaped(score.report) + "\">" + name + "</a>") +
         "<p class=\"soft\">" + xml_escaped(score.title) + "</p></th><td class=\"word strips\">" +
         (score.z.empty() ? "<span class=\"spread\">--</span>" : z_strip(score.z)) + "</td>" +
         blocks_cells(score) + judged_cell(score.judged) + "<td>" + xml_escaped(score.replications) +
         (score.is_short() ? " of " + std::to_string(score.of_paper) : "") + "</td></tr>\n";
}

std::string head_of(const std::string& word, const std::string& shown, const char* css_class = "number") {
  return "<th scope=\"col\" class=\"" + std::string(css_class) + "\">" + explained(word, shown) + "</th>";
}

std::string table_head() {
  return "<thead><tr>" + head_of("", "Table", "label") + head_of("z", "z of its cells", "word") +
         head_of("Block", "Blocks", "word") + head_of("Cause", "Explained") +
         head_of("Cause", "The paper\u2019s") + head_of("Cause", "Unexplained") +
         head_of("Verdict of a block", "Cannot tell") + head_of("Verdict of a cell", "One by one", "word") +
         head_of("Replication", "n") + "</tr></thead>\n";
}

/// "Wang, Shen & Liu (2008)" of "Wang, Shen & Liu (2008), Table 1".
std::string paper_phrase(const Score& score) {
  const std::size_t year = score.source.find(')');
  return year == std::string::npos ? score.source : score.source.substr(0, year + 1);
}

/// How many tables can tell less than their papers.
std::string short_ones(const std::vector<Score>& scores) {
  const auto count = static_cast<std::size_t>(
      std::count_if(scores.begin(), scores.end(), [](const Score& score) { return score.is_short(); }));
  if (count == 0) return "";
  return "<p class=\"soft\">" + counted(count, "table") + (count == 1 ? " rests" : " rest") +
         " on fewer replications than the paper. A block that agrees there may still differ with all of "
         "them.</p>\n";
}

std::string summary(const std::vector<Score>& scores) {
  BlockCounts all;
  std::set<std::string> papers;
  for (const Score& score : scores) {
    papers.insert(score.paper);
    all += score.blocks;
  }
  std::string out = "<p class=\"headline\">" + std::to_string(all.agree) + " of " +
                    counted(all.all(), "block") + " agree with their papers.</p>\n<p class=\"counts\">" +
                    counted(scores.size(), "table") + " of " + counted(papers.size(), "paper") + ".</p>\n" +
                    block_bar(all) + "\n<p class=\"legend\">";
  for (const BlockPart& part : parts_of(all))
    out += "<span><svg class=\"mk\" viewBox=\"0 0 11 11\" aria-hidden=\"true\"><rect class=\"" +
           std::string(part.css_class) + "\" width=\"11\" height=\"11\" rx=\"2\"/></svg>" +
           std::to_string(part.count) + " " + part.words + "</span>";
  return out + "</p>\n" + short_ones(scores);
}

} // namespace

Score score_of(const Judged& study) {
  const Results& results = study.results;
  Score out{.paper = results.card.paper,
            .study = one_line(results.card.study),
            .title = results.card.title,
            .source = source_of(results.card)};
  out.judged = study.counts;
  const bool by_value = results.card.published_comparable != Comparable::order;
  std::int32_t least = -1, most = 0;
  for_each_cell(study.table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (by_value && !cell.withheld && !is_improvement(study.table, column) &&
        cell.agreement.verdict != Verdict::not_published)
      out.z.push_back({cell.agreement.z, cell.agreement.verdict});
    if (!cell.computed || column.is_rank) return;
    least = least < 0 ? cell.ours.used : std::min(least, cell.ours.used);
    most = std::max(most, cell.ours.used);
  });
  std::erase_if(out.z, [](const ZMark& mark) { return !std::isfinite(mark.z); });
  out.most = most;
  out.of_paper = results.card.published_replications;
  out.replications =
      (least >= 0 && least < most ? std::to_string(least) + " to " : "") + std::to_string(most);
  return out;
}

std::string scoreboard(std::vector<Score> scores) {
  std::stable_sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) {
    return std::pair(a.paper, a.study) < std::pair(b.paper, b.study);
  });
  std::string body = "<header><p class=\"kicker\">marginlab</p><h1>Published tables, computed again</h1>" +
                     summary(scores) + "</header>\n";
  body +=
      "<section aria-labelledby=\"h-tables\"><h2 id=\"h-tables\">Table by table</h2>\n<div class=\"scroll\" "
      "tabindex=\"0\" role=\"region\" aria-label=\"all tables, to scroll\"><table "
      "class=\"scores\"><caption>A "
      "row a table, its blocks by verdict and cause</caption>" +
      table_head();
  for (std::size_t first = 0; first < scores.size();) {
    body += "<tbody><tr><th scope=\"rowgroup\" colspan=\"9\" class=\"label paper\">" +
            xml_escaped(paper_phrase(scores[first])) + "</th></tr>\n";
    const std::string paper = scores[first].paper;
    for (; first < scores.size() && scores[first].paper == paper; ++first) body += row_of(scores[first]);
    body += "</tbody>";
  }
  body += "</table></div></section>\n";
  return whole_page({.title = "marginlab: published tables", .skip_to = "", .body = body + words_section()});
}

} // namespace results
