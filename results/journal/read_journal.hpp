#pragma once
#include <filesystem>
#include <vector>

#include "results/journal/scan.hpp"

namespace results {

struct JournalContents {
  std::vector<Record> records; ///< sorted by key, each cell once
  JournalReport report;
};

/// Reads a journal whole. Of a cell stored more than once the first line counts, unless it failed. Errors as
/// of scan, and std::logic_error for a line whose checksum is right but which is no record: its writer is at
/// fault.
JournalContents read_journal(const std::filesystem::path& path);

} // namespace results
