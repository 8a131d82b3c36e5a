#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace reproducibility {

/// Looks at a run directory again and again, whatever happens to the processes that work there, and checks
/// (by Catch2's CHECK) what must be true at every moment:
///   - journals have no damaged lines; only the last may be torn;
///   - every sound line seen before is still where it was: nothing finished is lost;
///   - no cell is stored twice: nothing finished is computed again;
///   - results.h5 is not there, or is whole and has only cells that a journal has.
class Witness {
 public:
  explicit Witness(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// Returns how many cells are stored.
  std::int64_t look();

 private:
  void look_at_journal(const std::filesystem::path& journal, std::set<std::string>& cells);

  std::filesystem::path directory_;
  std::map<std::filesystem::path, std::vector<std::string>> seen_; ///< lines by journal
};

/// Where a process writes a results.h5 before it takes the place of the old one. Left behind, it says that
/// the process died while it published.
std::filesystem::path unfinished_results(const std::filesystem::path& directory, int process);

} // namespace reproducibility
