#pragma once
#include <filesystem>
#include <vector>

#include "results/journal/scan.hpp"

namespace results {

struct JournalContents {
  std::vector<Record> records; ///< sorted by key, each cell once
  JournalReport report;
};

/// Reads a journal whole. Of a cell stored more than once the first line counts, unless it failed. A line
/// whose checksum is right but which is no record counts as damaged. Errors as of scan.
JournalContents read_journal(const std::filesystem::path& path);

} // namespace results
