#include "results/page/number_table.hpp"

#include <cmath>

#include "results/format/svg.hpp"
#include "results/page/marks.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

/// A value to sort by; nothing of what is no number.
std::string sorted_by(double value) {
  if (std::isnan(value)) return " data-s=\"\"";
  return " data-s=\"" +
         (std::isinf(value) ? std::string(value > 0 ? "1e999" : "-1e999") : csv_number(value, 9)) + "\"";
}

std::string beside(const std::string& text, const std::string& css_class) {
  return text.empty() ? ""
                      : " <span class=\"" + css_class + "\">" + xml_escaped(with_minus(text)) + "</span>";
}

std::string published_text(const Table& table, const TableCell& cell) {
  const Published& printed = cell.published;
  if (printed.value.empty()) return "--";
  std::string out = xml_escaped(with_minus(printed.value));
  if (!printed.se.empty())
    out += beside("(" + printed.se + ")", "spread");
  else if (!printed.sd.empty())
    out +=
        beside(table.spread == ShownSpread::sd ? "\u00b1 " + printed.sd : "[" + printed.sd + "]", "spread");
  if (cell.agreement.published_error == PublishedError::our_spread) out += beside(dagger, "mark");
  return out;
}

std::string own_text(const Table& table, const TableColumn& column, const TableCell& cell) {
  const Entry entry = our_entry(table, cell, column);
  return xml_escaped(with_minus(entry.text)) + beside(entry.spread, "spread") +
         beside(choice_of(table, cell), "mark");
}

std::string head_cell(const std::string& word, const std::string& shown, const char* css_class = "number") {
  return "<th scope=\"col\" class=\"" + std::string(css_class) + "\"><span class=\"head\">" +
         explained(word, shown) + "</span></th>";
}

std::string heads() {
  return "<thead><tr>" + head_cell("", "Number", "label") + head_cell("Published value", "Published") +
         head_cell("Monte Carlo standard error", "marginlab") + head_cell("", "Difference") +
         head_cell("z", "z") + head_cell("Replication", "n") +
         head_cell("Verdict of a cell", "Verdict", "word") + "</tr></thead>\n";
}

std::string joined_labels(const std::vector<std::string>& labels) {
  std::string out;
  for (const std::string& label : labels) out += (out.empty() ? "" : " \u00b7 ") + label;
  return out;
}

std::string row_of(const Table& table, const TableColumn& column, const CellFacts& facts) {
  const TableCell& cell = facts.cell;
  const double difference = cell.ours.mean - facts.published;
  return "<tr id=\"" + facts.address + "\" data-v=\"" + class_of(facts.verdict) +
         "\"><th scope=\"row\" class=\"label\"><a href=\"#" + facts.address + "\">" +
         xml_escaped(joined_labels(facts.labels)) + "</a></th><td" + sorted_by(facts.published) + ">" +
         published_text(table, cell) + "</td><td" + sorted_by(cell.ours.mean) + ">" +
         own_text(table, column, cell) + "</td><td" + sorted_by(difference) + ">" +
         signed_number(difference, facts.decimals) + "</td><td" + sorted_by(cell.agreement.z) + ">" +
         signed_number(cell.agreement.z, 2) + "</td><td" + sorted_by(cell.ours.used) + ">" +
         replicate_count(cell.ours.used, cell.planned) + "</td><td class=\"word\">" +
         chip(facts.verdict, facts.word) + "</td></tr>\n";
}

} // namespace

std::string number_table(const Table& table, const std::vector<CellFacts>& cells) {
  std::string rows;
  std::size_t next = 0;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell&) {
    rows += row_of(table, column, cells[next++]);
  });
  if (rows.empty()) return "";
  return "<section aria-labelledby=\"h-numbers\"><h2 id=\"h-numbers\">Every number</h2>\n"
         "<div id=\"controls\" hidden=\"hidden\"></div>\n<div class=\"wrap\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"All numbers, to scroll\"><table id=\"numbers\" class=\"comparison\"><caption>" +
         xml_escaped(one_line(table.study)) +
         ": published against marginlab, mean (Monte Carlo standard error)</caption>\n" + heads() +
         "<tbody>\n" + rows + "</tbody></table></div></section>\n";
}

} // namespace results
