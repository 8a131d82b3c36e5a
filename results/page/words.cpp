#include "results/page/words.hpp"

#include <algorithm>

#include "results/format/svg.hpp"
#include "results/page/cell_facts.hpp"
#include "results/page/embedded.hpp"

namespace results {
namespace {

/// Line breaks made blanks, the stars of Markdown left out.
std::string plain(std::string_view markdown) {
  std::string out;
  for (const char c : markdown) {
    const char shown = c == '\n' ? ' ' : c;
    if (shown == '*' || (shown == ' ' && (out.empty() || out.back() == ' '))) continue;
    out += shown;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

} // namespace

std::string definition_of(const std::string& term) {
  const std::string head = "- **" + term + "**: ";
  const std::size_t at = glossary_md.find(head);
  if (at == std::string_view::npos) return "";
  const std::size_t from = at + head.size();
  const std::size_t end = std::min(glossary_md.find("\n- **", from), glossary_md.find("\n\n", from));
  return plain(glossary_md.substr(from, end - from));
}

const std::vector<Word>& words_of_page() {
  static const std::vector<Word> all = [] {
    std::vector<Word> out;
    for (const char* term :
         {"Published value", "z", "Verdict of a cell", "Block", "Verdict of a block", "Cause",
          "Monte Carlo standard error", "Replication", "Setting", "Pairs in order", "Reading", "Criterion",
          "Lambda", "Fit", "Relative gap", "Certificate", "Improvement", "Claim", "Degenerate"})
      out.push_back({term, definition_of(term)});
    return out;
  }();
  return all;
}

std::string explained(const std::string& word, const std::string& shown) {
  for (const Word& one : words_of_page())
    if (one.word == word)
      return "<a class=\"term\" href=\"#word-" + address_of(word) + "\" title=\"" + xml_escaped(one.meaning) +
             "\">" + xml_escaped(shown) + "</a>";
  return xml_escaped(shown);
}

std::string words_section() {
  std::string out =
      "<section aria-labelledby=\"h-words\"><h2 id=\"h-words\">The words of this page</h2><dl "
      "class=\"words\">\n";
  for (const Word& one : words_of_page())
    out += "<div id=\"word-" + address_of(one.word) + "\"><dt>" + xml_escaped(one.word) + "</dt><dd>" +
           xml_escaped(one.meaning) + "</dd></div>\n";
  return out + "</dl></section>\n";
}

} // namespace results
