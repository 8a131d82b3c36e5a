#include "results/journal/index_journal.hpp"

#include <fcntl.h>

#include <algorithm>
#include <string>

#include "results/journal/repetition.hpp"
#include "results/posix_file.hpp"

namespace results {
namespace {

/// A line of a cell and where its JSON text lies.
struct Located {
  CellId cell;
  Outcome outcome = Outcome::ok;
  std::uint32_t length = 0;
  std::uint64_t offset = 0;

  auto operator<=>(const Located& other) const {
    return std::tie(cell, offset) <=> std::tie(other.cell, other.offset);
  }
};

Record reread(const PosixFile& file, const Located& line) {
  std::string json(line.length, '\0');
  file.read_at(json, line.offset);
  return read_record(json).value_or(Record{});
}

/// Reduces lines sorted by (cell, offset) to one entry a cell.
class Reduction {
 public:
  Reduction(const std::filesystem::path& path, JournalReport& report)
      : file_(path, O_RDONLY), report_(report) {}

  std::vector<JournalIndex::Entry> operator()(const std::vector<Located>& lines) {
    std::vector<JournalIndex::Entry> entries;
    entries.reserve(lines.size());
    const Located* kept = nullptr;
    for (const Located& line : lines) {
      if (kept == nullptr || kept->cell != line.cell) {
        entries.push_back({line.cell, line.outcome});
        kept = &line;
      } else if (is_replaceable(kept->outcome)) {
        entries.back().outcome = line.outcome;
        kept = &line;
      } else if (disagree(reread(file_, *kept), reread(file_, line))) {
        note_conflict(report_, key_of(line.cell));
      }
    }
    return entries;
  }

 private:
  PosixFile file_;
  JournalReport& report_;
};

} // namespace

std::optional<Outcome> JournalIndex::outcome(const Key& key) const {
  const auto id = cell_id(key.setting, key.replicate);
  if (!id) return std::nullopt;
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), *id,
                       [](const Entry& entry, const CellId& cell) { return entry.cell < cell; });
  if (found == entries_.end() || found->cell != *id) return std::nullopt;
  return found->outcome;
}

JournalIndex index_journal(const std::filesystem::path& path) {
  std::vector<Located> lines;
  JournalReport report = scan(path, [&lines](const JournalLine& line) {
    lines.push_back(
        {line.head.cell, line.head.outcome, static_cast<std::uint32_t>(line.json.size()), line.offset});
  });
  std::sort(lines.begin(), lines.end());
  auto entries = Reduction(path, report)(lines);
  return {std::move(entries), std::move(report)};
}

} // namespace results
