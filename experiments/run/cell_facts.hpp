#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "results/record/record.hpp"

namespace experiments {

/// Which finished cells lack a diagnostic or a table of series that the report asks for, because an older
/// program computed them.
///
/// No list says which facts a method has: its cells do. A cell lacks a fact where another cell of its setting
/// has it, and neither has it nor notes its absence itself. Where no cell of a setting says anything of a
/// fact, its first cell alone is asked, and what comes of it tells of the others.
class CellFacts {
 public:
  CellFacts(results::AskedFacts asked, std::size_t settings);

  /// Takes in what a finished cell says; several records of one cell add up.
  void enter(const Cell& cell, const results::Record& record);

  /// The cells to compute again, sorted. Cost: sorts the records that were entered, 16 bytes each.
  std::vector<Cell> lacking();

 private:
  struct Said {
    Cell cell;
    std::uint64_t answered = 0;
  };

  void join_cells();

  results::AskedFacts asked_;
  std::vector<std::uint64_t> present_, answered_; // by setting: facts that a cell has, or says something of
  std::vector<Said> said_;
};

/// How many cells of a stored study lack such a fact, by these journals alone. Cost: reads them whole where
/// the report asks for any.
std::int64_t cells_without_facts(const results::StudyCard& card,
                                 const std::vector<std::filesystem::path>& journals);

} // namespace experiments
