#include "results/format/html.hpp"

#include "results/format/svg.hpp"

namespace results {
namespace {

std::string span_of(const std::string& attribute, std::size_t n) {
  return n > 1 ? " " + attribute + "=\"" + std::to_string(n) + "\"" : "";
}

std::string html_heads(const Grid& grid) {
  std::string out = "<thead>\n";
  for (std::size_t level = 0; level < grid.heads.size(); ++level) {
    out += "<tr>";
    if (level == 0)
      for (const std::string& heading : grid.stub)
        out += "<th scope=\"col\" class=\"label\"" + span_of("rowspan", grid.heads.size()) + ">" +
               xml_escaped(heading) + "</th>";
    for (const HeadCell& head : grid.heads[level])
      out += "<th scope=\"" + std::string(head.columns > 1 ? "colgroup" : "col") + "\"" +
             span_of("colspan", head.columns) + ">" + xml_escaped(head.text) + "</th>";
    out += "</tr>\n";
  }
  return out + "</thead>\n";
}

/// Labels that repeat the row above stand in its cell, which spans the rows.
std::string labels_of(const Grid& grid, std::size_t r) {
  std::string out;
  for (std::size_t s = repeated_labels(grid, r); s < grid.stub.size(); ++s) {
    std::size_t last = r + 1;
    while (last < grid.rows.size() && repeated_labels(grid, last) > s) ++last;
    out += "<th scope=\"" + std::string(last - r > 1 ? "rowgroup" : "row") + "\"" +
           span_of("rowspan", last - r) + " class=\"label\">" + xml_escaped(grid.rows[r].labels[s]) + "</th>";
  }
  return out;
}

std::string html_entry(const Entry& entry) {
  if (entry.verdict)
    return "<td class=\"word\"><span class=\"chip " + css_class(*entry.verdict) + "\">" +
           xml_escaped(entry.text) + "</span></td>";
  std::string out =
      entry.strong ? "<strong>" + xml_escaped(entry.text) + "</strong>" : xml_escaped(entry.text);
  if (!entry.spread.empty()) out += " <span class=\"spread\">" + xml_escaped(entry.spread) + "</span>";
  if (!entry.mark.empty()) out += " <span class=\"mark\">" + xml_escaped(entry.mark) + "</span>";
  return "<td>" + out + "</td>";
}

} // namespace

std::string html_section(const Section& section) {
  std::string out = "<section><h2>" + xml_escaped(section.heading) + "</h2>\n<ul>\n";
  for (const std::string& line : section.lines) out += "<li>" + xml_escaped(line) + "</li>\n";
  return out + "</ul></section>\n";
}

std::string html_details(const std::vector<Detail>& details) {
  if (details.empty()) return "";
  std::string out = "<details><summary>How these results were made</summary>\n<dl>\n";
  for (const Detail& detail : details) {
    const bool is_block = detail.text.find('\n') != std::string::npos;
    out += "<dt>" + xml_escaped(detail.name) + "</dt><dd>" + (is_block ? "<pre>" : "") +
           xml_escaped(detail.text) + (is_block ? "</pre>" : "") + "</dd>\n";
  }
  return out + "</dl></details>\n";
}

std::string css_class(Verdict verdict) {
  std::string name(word(verdict));
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

std::string html_grid(const Grid& grid) {
  std::string out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    xml_escaped(grid.title) + "\"><table class=\"" +
                    std::string(grid.is_list ? "list" : "paper") + "\">\n<caption>" +
                    xml_escaped(grid.title) + "</caption>\n" + html_heads(grid) + "<tbody>\n";
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    const bool opens_group = r > 0 && grid.stub.size() > 1 && repeated_labels(grid, r) == 0;
    out += (opens_group ? "<tr class=\"group\">" : "<tr>") + labels_of(grid, r);
    for (const Entry& entry : grid.rows[r].entries) out += html_entry(entry);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

} // namespace results
