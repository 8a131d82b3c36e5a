#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "results/journal/line.hpp"

namespace results {

/// What reading a journal found out beside its cells.
struct JournalReport {
  std::size_t lines = 0;  ///< sound lines of cells, repetitions counted, the header not
  bool torn_tail = false; ///< the last line was being written when the program died; it is left out
  std::vector<std::size_t> damaged{}; ///< line numbers, the header being 1; their cells count as not done
  /// Cells stored more than once with different outcomes or values: a reproducibility alarm. Sorted. A failed
  /// cell that was repeated is none. Found by index_journal and read_journal, not by scan.
  std::vector<Key> conflicts{};
};

/// One sound line of a cell. The views last as long as the visit.
struct JournalLine {
  LineHead head;
  std::string_view json;
  std::uint64_t offset = 0; ///< of the JSON text in the file
  std::size_t number = 0;   ///< the header's is 1
};

/// Reads a journal once, front to back, in blocks (no mapping: a file cut short by another process is then a
/// shorter file, not a signal), verifying every checksum, and shows each sound line of a cell. Safe while
/// another process appends. Throws core::UserError if the file cannot be opened, is no journal, or is of a
/// newer format.
JournalReport scan(const std::filesystem::path& path, const std::function<void(const JournalLine&)>& visit);

} // namespace results
