#pragma once
#include <string>
#include <vector>

// The words that a reader may not know, explained as docs/glossary.md does.
namespace results {

/// An entry of the glossary. `within` are the terms that it defines on the way, such as *match* of a verdict.
struct GlossaryEntry {
  std::string term{};
  std::vector<std::string> within{};
  std::string meaning{}; ///< without its Markdown, in one line
};

/// All of them, in the glossary's order.
const std::vector<GlossaryEntry>& glossary();

/// The entry that defines a word, be it in capital letters or in the plural; null where none does.
const GlossaryEntry* entry_of(const std::string& word);

/// The terms that a word is a part of; all of them where it is empty.
std::vector<std::string> terms_with(const std::string& word);

/// What the glossary says of a term, without its Markdown; empty where it does not know it.
std::string definition_of(const std::string& term);

/// What the page has to explain wherever it occurs.
struct Word {
  std::string word, meaning;
};

/// The words that this page explains at its end, in the order in which a reader meets them: the verdicts of
/// cells and blocks, the causes, the figures of a number.
const std::vector<Word>& words_of_page();

/// A link to the explanation of a word, with the explanation as its tooltip; `shown` stands there. Where the
/// page explains no such word it is the text alone.
std::string explained(const std::string& word, const std::string& shown);

/// The list of these words as a section of the page.
std::string words_section();

} // namespace results
