#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/page/cell_explanation.hpp"
#include "results/page/words.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "results/store/hdf5/results_file.hpp"

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

/// Whether the word names a finished or running study.
bool names_a_run(const std::string& word) {
  std::error_code unknown;
  return std::filesystem::is_directory(word, unknown) || word.ends_with(".h5");
}

/// The addresses nearest to what was typed: those that have it in them, or else all, as one sentence.
std::string near_addresses(const std::vector<results::CellFacts>& cells, const std::string& typed) {
  constexpr std::size_t most = 5;
  std::vector<std::string> near;
  for (const results::CellFacts& cell : cells)
    if (cell.address.find(typed) != std::string::npos) near.push_back(cell.address);
  if (near.empty())
    for (const results::CellFacts& cell : cells) near.push_back(cell.address);
  const std::size_t all = near.size();
  near.resize(std::min(near.size(), most));
  return " There are " + results::printable(listed(near)) +
         (all > most ? ", and " + std::to_string(all - most) + " more." : ".");
}

/// Without an address it lists all.
int explain_cell(const std::string& directory, const std::string& address) {
  const results::Results stored = results::read_results(results_file(directory));
  const results::Table table = results::tabulate(stored);
  const auto cells = results::cell_facts(stored, table, results::blocks(stored, table));
  if (address.empty()) {
    for (const results::CellFacts& cell : cells) print_text("{}\n", cell.address);
    return 0;
  }
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&](const results::CellFacts& cell) { return cell.address == address; });
  core::require(found != cells.end(), [&] {
    return "The table of " + results::printable(stored.card.study) + " has no cell '" +
           results::printable(address) + "'." + near_addresses(cells, address) +
           " All of them: marginlab explain " + results::printable(directory) + ".";
  });
  for (const std::string& paragraph : results::explanation_of(stored, *found, directory))
    for (const std::string& line : results::wrapped(results::printable(paragraph), width))
      print_text("{}\n", line);
  return 0;
}

/// "runs/quickstart" and "example1-svm_gaussian-platt-gkl", as two words or as the link of a page has them.
std::optional<std::pair<std::string, std::string>> cell_in(const std::vector<std::string>& words) {
  if (words.empty() || words.size() > 2) return std::nullopt;
  const std::string& first = words.front();
  if (words.size() == 2) return names_a_run(first) ? std::optional(std::pair(first, words[1])) : std::nullopt;
  const auto mark = first.rfind('#');
  if (mark != std::string::npos && names_a_run(first.substr(0, mark)))
    return std::pair(first.substr(0, mark), first.substr(mark + 1));
  return names_a_run(first) ? std::optional(std::pair(first, std::string())) : std::nullopt;
}

int explain(const std::vector<std::string>& words) {
  if (const auto cell = cell_in(words)) return explain_cell(cell->first, cell->second);
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
  verb.add_option("WORD", *words,
                  "a term of docs/glossary.md, of one word or more (default: lists them); or a run and "
                  "a cell of its table, as the links of its page name it");
  verb.footer(
      "Of a cell it says how the number came about: data, fits, tuning, average, comparison.\n"
      "With a run alone it lists the cells.\n"
      "Examples:\n"
      "  marginlab explain block\n"
      "  marginlab explain cannot tell\n"
      "  marginlab explain runs/quickstart\n"
      "  marginlab explain runs/quickstart example1-svm_gaussian-platt-gkl");
  return [words] { return explain(*words); };
}

} // namespace experiments::command_line
