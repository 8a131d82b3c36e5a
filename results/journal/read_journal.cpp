#include "results/journal/read_journal.hpp"

#include <algorithm>

#include "results/journal/repetition.hpp"

namespace results {
namespace {

struct Position {
  CellId cell;
  std::size_t at = 0; ///< in the order of the file

  auto operator<=>(const Position&) const = default;
};

/// Each cell once, in the order of keys.
std::vector<Record> reduce(std::vector<Record>& lines, std::vector<Position> order, JournalReport& report) {
  std::sort(order.begin(), order.end());
  std::vector<Record> records;
  records.reserve(order.size());
  const CellId* last = nullptr;
  for (const auto& [cell, at] : order) {
    if (last == nullptr || *last != cell) {
      records.push_back(std::move(lines[at]));
    } else if (is_replaceable(records.back().outcome)) {
      records.back() = std::move(lines[at]);
    } else if (disagree(records.back(), lines[at])) {
      note_conflict(report, records.back().key);
    }
    last = &cell;
  }
  return records;
}

} // namespace

JournalContents read_journal(const std::filesystem::path& path) {
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
