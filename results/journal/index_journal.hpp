#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "results/journal/cell_id.hpp"
#include "results/journal/scan.hpp"

namespace results {

/// Which cells a journal holds and how they ended, without their numbers: what resuming and status need.
class JournalIndex {
 public:
  struct Entry {
    CellId cell;
    Outcome outcome = Outcome::ok;
  };

  /// entries: sorted by cell, each cell once.
  JournalIndex(std::vector<Entry> entries, JournalReport report)
      : entries_(std::move(entries)), report_(std::move(report)) {}

  /// How the cell ended; nothing if it is not there. Binary search.
  std::optional<Outcome> outcome(const Key& key) const;
  std::size_t size() const { return entries_.size(); } ///< distinct cells
  const std::vector<Entry>& entries() const { return entries_; }
  const JournalReport& report() const { return report_; }

 private:
  std::vector<Entry> entries_;
  JournalReport report_;
};

/// Scans a journal into an index; O(m log m) for m lines, 32 bytes a line. Of a cell stored more than once
/// the first line counts, unless it failed. Errors as of scan.
JournalIndex index_journal(const std::filesystem::path& path);

} // namespace results
