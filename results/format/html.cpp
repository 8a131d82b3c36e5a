#include "results/format/html.hpp"

#include "results/format/pictures.hpp"
#include "results/format/svg.hpp"

namespace results {
namespace {

/// Each verdict that occurs, with its number of cells.
std::string chips(const VerdictCounts& counts) {
  std::string out = "<p class=\"chips\">";
  for (const Verdict verdict : all_verdicts)
    if (counts[verdict] > 0)
      out += "<span class=\"chip " + css_class(verdict) + "\">" + std::to_string(counts[verdict]) + " " +
             std::string(word(verdict)) + "</span> ";
  return out + "</p>\n";
}

std::string figure(const std::string& title, const std::string& picture) {
  return "<figure><figcaption>" + xml_escaped(title) + "</figcaption><div class=\"scroll\">\n" + picture +
         "</div></figure>\n";
}

std::string html_section(const Section& section) {
  std::string out = "<section><h2>" + xml_escaped(section.heading) + "</h2>\n<ul>\n";
  for (const std::string& line : section.lines) out += "<li>" + xml_escaped(line) + "</li>\n";
  return out + "</ul></section>\n";
}

std::string details_of(const std::vector<Detail>& details) {
  if (details.empty()) return "";
  std::string out = "<details><summary>How these results were made</summary>\n<dl>\n";
  for (const Detail& detail : details) {
    const bool is_block = detail.text.find('\n') != std::string::npos;
    out += "<dt>" + xml_escaped(detail.name) + "</dt><dd>" + (is_block ? "<pre>" : "") +
           xml_escaped(detail.text) + (is_block ? "</pre>" : "") + "</dd>\n";
  }
  return out + "</dl></details>\n";
}

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

std::string html_of(const Document& document) {
  const std::string study = xml_escaped(document.study);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>" +
      study + "</title>\n<style>\n" + html_style + "</style>\n</head>\n<body>\n<main>\n<header><h1>" + study +
      "</h1>\n<p>" + xml_escaped(document.title) + "</p>\n" +
      (document.counts.published() > 0 ? chips(document.counts) : "") + "</header>\n";
  for (const Grid& grid : document.grids) out += html_grid(grid);
  for (const Picture& picture : document.pictures) out += figure(picture.title(), inline_svg(picture));
  for (const Section& section : document.sections) out += html_section(section);
  return out + details_of(document.details) + "</main>\n</body>\n</html>\n";
}

std::string css_class(Verdict verdict) {
  std::string name(word(verdict));
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

std::string html_grid(const Grid& grid) {
  std::string out = "<div class=\"scroll\"><table class=\"" +
                    std::string(grid.is_list ? "comparison" : "paper") + "\">\n<caption>" +
                    xml_escaped(grid.title) + "</caption>\n" + html_heads(grid) + "<tbody>\n";
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    const bool opens_group = r > 0 && grid.stub.size() > 1 && repeated_labels(grid, r) == 0;
    out += (opens_group ? "<tr class=\"group\">" : "<tr>") + labels_of(grid, r);
    for (const Entry& entry : grid.rows[r].entries) out += html_entry(entry);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

// Colours come in pairs, light and dark; text on every ground has a contrast of at least 4.5.
const char* const html_style = R"(:root {
  color-scheme: light dark;
  --ink: #1b1f24; --faint: #57606a; --ground: #ffffff; --rule: #1b1f24; --hair: #d8dee4; --hover: #f3f5f8;
  --match: #0f5323; --match-ground: #d9f2df; --off: #8a1020; --off-ground: #ffdfe1;
  --cannot-tell: #5c4500; --cannot-tell-ground: #fbeec2; --not-published: #57606a; --not-published-ground: #eceff2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --faint: #9aa4ae; --ground: #0f1419; --rule: #c9d1d9; --hair: #2d343c; --hover: #182028;
    --match: #8be0a0; --match-ground: #12361d; --off: #ffb3b8; --off-ground: #541119;
    --cannot-tell: #f0d583; --cannot-tell-ground: #423306; --not-published: #a4aeb8; --not-published-ground: #262d35;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header p { max-width: 65ch; margin: 0 0 0.75rem; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.25rem; }
ul { margin: 0; padding-left: 1.2rem; max-width: 85ch; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 2rem 0 0; font-variant-numeric: tabular-nums; font-size: 0.88rem; }
table { border-top: 2px solid var(--rule); border-bottom: 2px solid var(--rule); }
caption, figcaption { text-align: left; font-weight: 600; padding: 0 0 0.5rem; }
th, td { padding: 0.22rem 0.5rem; text-align: right; white-space: nowrap; vertical-align: top; }
th { font-weight: 500; }
thead th { font-weight: 600; vertical-align: bottom; }
thead tr:last-child th, thead th[rowspan] { border-bottom: 1px solid var(--rule); }
th[scope=colgroup] { text-align: center; border-bottom: 1px solid var(--hair); }
.label, .word, .comparison thead th:last-child { text-align: left; }
.group > * { border-top: 1px solid var(--hair); }
tbody tr:hover td { background: var(--hover); }
.spread, .mark { color: var(--faint); }
.chips { margin: 0; }
.chip { display: inline-block; padding: 0 0.55em; border-radius: 0.7em; font-size: 0.85em; font-weight: 600; }
.match { color: var(--match); background: var(--match-ground); }
.off { color: var(--off); background: var(--off-ground); }
.cannot-tell { color: var(--cannot-tell); background: var(--cannot-tell-ground); }
.not-published { color: var(--not-published); background: var(--not-published-ground); }
figure { margin: 2rem 0 0; }
svg { max-width: none; }
details { margin-top: 2rem; }
summary { cursor: pointer; font-weight: 600; }
dt { color: var(--faint); margin-top: 0.5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; overflow-x: auto; font-size: 0.85rem; }
@media print {
  :root { --ink: #000000; --faint: #444444; --ground: #ffffff; --rule: #000000; --hair: #999999; }
  main { max-width: none; padding: 0; }
  table, figure { break-inside: avoid; font-size: 9pt; }
  .comparison { break-inside: auto; }
  .chip { border: 1px solid currentColor; }
  .scroll { overflow: visible; }
}
)";

} // namespace results
