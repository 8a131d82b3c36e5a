#include "results/page/readings_section.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/svg.hpp"
#include "results/page/drawings.hpp"
#include "results/page/marks.hpp"
#include "results/page/words.hpp"
#include "results/record/text.hpp"
#include "results/report/panels/readings.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

constexpr const char* distance_words = ": distance to the published numbers, ";

class ReadingsTable {
 public:
  ReadingsTable(const Table& table, const StudyCard& card, const std::vector<std::string>& metrics,
                const std::vector<CellFacts>& cells)
      : metrics_(metrics), cells_(cells), all_(distances(table, card, metrics)) {}

  std::string text() const {
    if (all_.rows.empty()) return "";
    const std::string title = "Distance to the published numbers, " + joined(all_.metrics);
    std::string out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                      xml_escaped(title) + "\"><table class=\"scores readings\"><caption>" +
                      xml_escaped(title) + "</caption>\n" + heads();
    for (std::size_t first = 0; first < all_.rows.size();) {
      const std::string& published = all_.rows[first].published;
      std::size_t last = first;
      while (last < all_.rows.size() && all_.rows[last].published == published) ++last;
      out += "<tbody><tr><th scope=\"rowgroup\" colspan=\"6\" class=\"label paper\">" +
             xml_escaped(published) + "</th></tr>\n";
      for (std::size_t r = first; r < last; ++r) out += row_of(all_.rows[r], longest(first, last));
      out += "</tbody>";
      first = last;
    }
    return out + "</table></div>\n";
  }

 private:
  static std::string head(const std::string& word, const std::string& shown, const std::string& css_class) {
    return "<th scope=\"col\" class=\"" + css_class + "\">" + explained(word, shown) + "</th>";
  }

  static std::string heads() {
    return "<thead><tr>" + head("Reading", "Reading", "label") + head("z", "z of its numbers", "word") +
           head("", "RMS distance", "word") + head("", "Mean difference", "number") +
           head("", "Cells", "number") + head("Verdict of a cell", "Verdicts", "word") + "</tr></thead>\n";
  }

  /// The greatest finite distance of these rows.
  double longest(std::size_t first, std::size_t last) const {
    double out = 0;
    for (std::size_t r = first; r < last; ++r)
      if (std::isfinite(all_.rows[r].rms)) out = std::max(out, all_.rows[r].rms);
    return out;
  }

  bool is_of(const Distance& row, const CellFacts& cell) const {
    if (std::find(metrics_.begin(), metrics_.end(), cell.cell.metric) == metrics_.end()) return false;
    for (std::size_t i = 0; i < all_.axes.size(); ++i)
      if (label_on(all_.axes[i], cell.cell.at) != row.labels[i]) return false;
    return true;
  }

  std::string strip_of(const Distance& row) const {
    std::vector<ZMark> marks;
    for (const CellFacts& cell : cells_)
      if (is_of(row, cell) && cell.verdict) marks.push_back({side_of(cell.cell.agreement), cell.verdict});
    const std::string out = z_strip(marks);
    return out.empty() ? "<span class=\"spread\">--</span>" : out;
  }

  /// The bar says how far, an arrow that no bar is long enough.
  std::string distance_cell(const Distance& row, double most) const {
    const std::string digits = xml_escaped(decimal(row.rms, all_.decimals));
    std::string drawn;
    if (std::isinf(row.rms))
      drawn = arrow_at(std::nullopt, true, 7);
    else if (most > 0 && std::isfinite(row.rms))
      drawn = "<rect class=\"p-paper\" width=\"" + percent(100 * row.rms / most) + "\" height=\"14\"/>";
    return "<td class=\"word blocks\">" + (drawn.empty() ? "" : percent_drawing("bar", "", drawn)) +
           (row.best ? "<strong>" + digits + "</strong> the least" : digits) + "</td>";
  }

  std::string row_of(const Distance& row, double most) const {
    std::string label;
    for (const std::string& one : row.labels) label += (label.empty() ? "" : " \u00b7 ") + one;
    std::string verdicts;
    for (const Verdict verdict : {Verdict::match, Verdict::off, Verdict::cannot_tell})
      verdicts += "<span title=\"" + std::string(word(verdict)) + "\">" + inline_mark(verdict) +
                  std::to_string(row.counts[verdict]) + "</span>";
    return "<tr><th scope=\"row\" class=\"label\">" + xml_escaped(label) + "</th><td class=\"word strips\">" +
           strip_of(row) + "</td>" + distance_cell(row, most) + "<td>" +
           signed_number(row.mean, all_.decimals) + "</td><td>" +
           replicate_count(static_cast<std::int32_t>(row.cells), static_cast<std::int32_t>(row.numbers)) +
           "</td><td class=\"word\"><span class=\"legend\">" + verdicts + "</span></td></tr>\n";
  }

  const std::vector<std::string>& metrics_;
  const std::vector<CellFacts>& cells_;
  Distances all_;
};

} // namespace

std::string readings_section(const Results& results, const Table& table,
                             const std::vector<CellFacts>& cells) {
  std::string tables;
  for (const PanelRequest& request : results.card.layout.panels)
    if (request.panel == "readings")
      tables += ReadingsTable(table, results.card, request.list("metrics"), cells).text();
  if (tables.empty()) return "";
  return "<section aria-labelledby=\"h-readings\"><h2 id=\"h-readings\">Readings side by side</h2><p "
         "class=\"soft\">Each row is one " +
         explained("Reading", "reading") +
         " of the same published numbers. The bar is the root mean square of marginlab minus published. A "
         "reading that comes closest is no evidence that the paper did the same.</p>\n" +
         tables + "</section>\n";
}

bool is_grid_of_readings(const std::string& title) {
  return title.find(distance_words) != std::string::npos;
}

} // namespace results
