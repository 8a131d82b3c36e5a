#include "results/table/index.hpp"

#include <algorithm>

#include "results/format/markdown.hpp"

namespace results {
namespace {

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

std::string index_markdown(std::vector<IndexRow> rows) {
  std::sort(rows.begin(), rows.end(), [](const IndexRow& a, const IndexRow& b) { return a.study < b.study; });
  std::string out =
      "| Table | Title | Config | match | off | cannot tell | not published |\n"
      "| :--- | :--- | :--- | ---: | ---: | ---: | ---: |\n";
  for (const IndexRow& row : rows) out += line_of(row);
  return out;
}

} // namespace results
