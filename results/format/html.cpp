#include "results/format/html.hpp"

#include "results/figure/chart_svg.hpp"
#include "results/format/heat_map_svg.hpp"
#include "results/format/xml.hpp"

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
  for (const HeatMap& map : document.heat_maps) out += figure(map.title, inline_heat_map(map));
  for (const Chart& chart : document.charts) out += figure(chart.title, inline_chart(chart));
  for (const Section& section : document.sections) out += html_section(section);
  return out + details_of(document.details) + "</main>\n</body>\n</html>\n";
}

} // namespace results
