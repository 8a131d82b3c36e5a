#include "results/journal/read_journal.hpp"

#include <algorithm>

#include "core/contract.hpp"
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
  contents.report = scan(path, [&](const JournalLine& line) {
    auto record = read_record(line.json);
    // The writer's own checksum vouches for the text, so this is a writer's mistake and not a damaged disk.
    core::expect(record.has_value(), "a journal line with a right checksum and a cell's head is a record");
    order.push_back({line.head.cell, lines.size()});
    lines.push_back(std::move(*record));
  });
  contents.records = reduce(lines, std::move(order), contents.report);
  return contents;
}

} // namespace results
