#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/page/words.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"

namespace experiments::command_line {
namespace {

constexpr std::size_t width = 80;

/// The terms that have the word in them, or else the nearest one.
std::string near_terms(const std::string& word) {
  std::vector<std::string> near = results::terms_with(word);
  const auto meant = closest(word, results::terms_with(""));
  if (near.empty() && meant) near.push_back(*meant);
  return near.empty() ? "" : " Did you mean " + listed(near) + "?";
}

int explain(const std::vector<std::string>& words) {
  if (words.empty()) {
    for (const results::GlossaryEntry& entry : results::glossary()) print_text("{}\n", entry.term);
    return 0;
  }
  std::string word = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) word += " " + words[i];
  const results::GlossaryEntry* entry = results::entry_of(word);
  core::require(entry != nullptr, "The glossary does not define '" + results::printable(word) + "'." +
                                      near_terms(word) + " All its terms: marginlab explain.");
  for (const std::string& line : results::wrapped(entry->term + ": " + entry->meaning, width))
    print_text("{}\n", line);
  return 0;
}

} // namespace

Action add_explain(CLI::App& verb) {
  auto words = std::make_shared<std::vector<std::string>>();
  verb.add_option("WORD", *words, "a term of docs/glossary.md, of one word or more (default: lists them)");
  verb.footer("Examples:\n  marginlab explain block\n  marginlab explain cannot tell");
  return [words] { return explain(*words); };
}

} // namespace experiments::command_line
