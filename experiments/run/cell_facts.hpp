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
  CellFacts(results::AskedFacts asked, std::size_t settings, std::int32_t replications);

  /// Takes in what a finished cell says; several records of one cell add up.
  void enter(const Cell& cell, const results::Record& record);

  /// The cells to compute again, sorted. Cost: a pass over all cells.
  std::vector<Cell> lacking() const;

 private:
  results::AskedFacts asked_;
  std::int32_t replications_;
  std::vector<std::uint64_t> present_; // by setting: facts that one of its cells has
  std::vector<std::uint64_t>
      answered_of_setting_;             // by setting: facts of which one of its cells says something
  std::vector<std::uint64_t> answered_; // by cell
  std::vector<bool> is_stored_;         // by cell
};

/// How many cells of a stored study lack such a fact, by these journals alone. Cost: reads them whole where
/// the report asks for any.
std::int64_t cells_without_facts(const results::StudyCard& card,
                                 const std::vector<std::filesystem::path>& journals);

} // namespace experiments
