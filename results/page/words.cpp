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

/// What stands between single stars.
std::vector<std::string> starred(std::string_view markdown) {
  std::vector<std::string> out;
  for (auto begin = markdown.find('*'); begin != std::string_view::npos;) {
    const auto end = markdown.find('*', begin + 1);
    if (end == std::string_view::npos) break;
    out.push_back(plain(markdown.substr(begin, end - begin)));
    begin = markdown.find('*', end + 1);
  }
  return out;
}

std::vector<GlossaryEntry> entries_of(std::string_view text) {
  static constexpr std::string_view head = "\n- **", tail = "**: ";
  std::vector<GlossaryEntry> out;
  for (auto at = text.find(head); at != std::string_view::npos; at = text.find(head, at + 1)) {
    const auto begin = at + head.size(), from = text.find(tail, begin);
    if (from == std::string_view::npos) break;
    const auto said = text.substr(from + tail.size());
    const auto meaning = said.substr(0, std::min(said.find(head), said.find("\n\n")));
    out.push_back({std::string(text.substr(begin, from - begin)), starred(meaning), plain(meaning)});
  }
  return out;
}

/// In small letters and the singular.
std::string normal(std::string word) {
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (word.size() > 3 && word.back() == 's') word.pop_back();
  return word;
}

} // namespace

const std::vector<GlossaryEntry>& glossary() {
  static const std::vector<GlossaryEntry> all = entries_of(glossary_md);
  return all;
}

const GlossaryEntry* entry_of(const std::string& word) {
  const std::string wanted = normal(word);
  const auto is_wanted = [&](const std::string& term) { return normal(term) == wanted; };
  for (const GlossaryEntry& entry : glossary())
    if (is_wanted(entry.term)) return &entry;
  for (const GlossaryEntry& entry : glossary())
    if (std::any_of(entry.within.begin(), entry.within.end(), is_wanted)) return &entry;
  return nullptr;
}

std::vector<std::string> terms_with(const std::string& word) {
  const std::string wanted = normal(word);
  std::vector<std::string> out;
  for (const GlossaryEntry& entry : glossary()) {
    std::vector<std::string> terms{entry.term};
    terms.insert(terms.end(), entry.within.begin(), entry.within.end());
    for (const std::string& term : terms)
      if (normal(term).find(wanted) != std::string::npos) out.push_back(term);
  }
  return out;
}

std::string definition_of(const std::string& term) {
  for (const GlossaryEntry& entry : glossary())
    if (entry.term == term) return entry.meaning;
  return "";
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
