#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "results/store/journal.hpp"

// An oracle for the index of journals, and a way to a journal's records: all of them in memory, by a sort.
namespace results {

struct JournalContents {
  std::vector<Record> records; ///< sorted by key, each cell once
  JournalReport report;
};

struct Position {
  CellId cell;
  std::size_t at = 0; ///< in the order of the file

  auto operator<=>(const Position&) const = default;
};

/// Each cell once, in the order of keys.
inline std::vector<Record> reduce(std::vector<Record>& lines, std::vector<Position> order,
                                  JournalReport& report) {
  std::sort(order.begin(), order.end());
  std::vector<Record> records;
  records.reserve(order.size());
  const CellId* last = nullptr;
  for (const auto& [cell, at] : order) {
    if (last == nullptr || *last != cell) {
      records.push_back(std::move(lines[at]));
    } else if (is_replaceable(records.back().outcome)) {
      records.back() = std::move(lines[at]);
    } else if (lines[at].outcome != Outcome::failed) {
      if (disagree(records.back(), lines[at])) note_conflict(report, records.back().key);
      complete(records.back(), lines[at]);
    }
    last = &cell;
  }
  return records;
}

/// Reads a journal whole. Of a cell stored more than once the first line counts, unless it failed, and later
/// ones add what it lacks. A line whose checksum is right but which is no record counts as damaged. Errors as
/// of scan.
inline JournalContents read_journal(const std::filesystem::path& path) {
  std::vector<Record> lines;
  std::vector<Position> order;
  JournalContents contents;
  std::vector<std::size_t> unreadable;
  contents.report = scan(path, [&](const JournalLine& line) {
    auto record = read_record(line.json);
    if (!record) {
      unreadable.push_back(line.number);
      return;
    }
    order.push_back({line.head.cell, lines.size()});
    lines.push_back(std::move(*record));
  });
  contents.report.lines -= unreadable.size();
  std::vector<std::size_t>& damaged = contents.report.damaged;
  damaged.insert(damaged.end(), unreadable.begin(), unreadable.end());
  std::sort(damaged.begin(), damaged.end());
  contents.records = reduce(lines, std::move(order), contents.report);
  return contents;
}

} // namespace results
