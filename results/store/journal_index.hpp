#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"

namespace results {

/// Which cells journals hold and how they ended, without their numbers: what resuming and status need.
class JournalIndex {
 public:
  struct Entry {
    CellId cell;
    Outcome outcome = Outcome::ok;
    float seconds = 0; ///< of thread time
  };

  /// entries: sorted by cell, each cell once. reports: one a journal.
  JournalIndex(std::vector<Entry> entries, std::vector<JournalReport> reports, std::vector<Key> conflicts);

  /// The cell's entry, or nullptr if it is not there. Binary search.
  const Entry* find(const Key& key) const;
  /// How the cell ended; nothing if it is not there.
  std::optional<Outcome> outcome(const Key& key) const;
  std::size_t size() const { return entries_.size(); } ///< distinct cells
  const std::vector<Entry>& entries() const { return entries_; }

  /// What reading each journal found out, in the order they were given; conflicts are in `report` alone.
  const std::vector<JournalReport>& reports() const { return reports_; }
  /// All of it together: `damaged` counts lines of all journals, each by its number in its own.
  const JournalReport& report() const { return report_; }

 private:
  std::vector<Entry> entries_;
  std::vector<JournalReport> reports_;
  JournalReport report_;
};

/// Scans journals into an index; O(m log m) for m lines, 48 bytes a line. Of a cell stored more than once the
/// first line of the first journal counts, unless it failed. Errors as of scan.
JournalIndex index_journals(const std::vector<std::filesystem::path>& paths);

} // namespace results
