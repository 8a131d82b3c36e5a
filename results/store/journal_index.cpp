#include "results/store/journal_index.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>

#include "results/store/file.hpp"
#include "results/store/journal.hpp"

namespace results {
namespace {

/// A line of a cell and where its JSON text lies.
struct Located {
  CellId cell;
  Outcome outcome = Outcome::ok;
  float seconds = 0;
  std::uint32_t length = 0, file = 0;
  std::uint64_t offset = 0;

  auto operator<=>(const Located& other) const {
    return std::tie(cell, file, offset) <=> std::tie(other.cell, other.file, other.offset);
  }
};

/// The member that ends every line; 0 where another program wrote the line.
float seconds_of(std::string_view json) {
  constexpr std::string_view name = "\"seconds\":";
  const std::size_t at = json.rfind(name);
  float seconds = 0;
  if (at != std::string_view::npos)
    std::from_chars(json.data() + at + name.size(), json.data() + json.size(), seconds);
  return seconds;
}

/// Reduces lines sorted by (cell, file, offset) to one entry a cell.
class Reduction {
 public:
  explicit Reduction(const std::vector<std::filesystem::path>& paths) {
    for (const auto& path : paths) files_.push_back(std::make_unique<PosixFile>(path, O_RDONLY));
  }

  std::vector<JournalIndex::Entry> operator()(const std::vector<Located>& lines) {
    std::vector<JournalIndex::Entry> entries;
    entries.reserve(lines.size());
    const Located* kept = nullptr;
    for (const Located& line : lines) {
      if (kept == nullptr || kept->cell != line.cell) {
        entries.push_back({line.cell, line.outcome, line.seconds});
        kept = &line;
      } else if (is_replaceable(kept->outcome)) {
        entries.back() = {line.cell, line.outcome, line.seconds};
        kept = &line;
      } else if (disagree(reread(*kept), reread(line))) {
        note_conflict(report_, key_of(line.cell));
      }
    }
    return entries;
  }

  std::vector<Key> conflicts() const { return report_.conflicts; }

 private:
  Record reread(const Located& line) const {
    std::string json(line.length, '\0');
    files_[line.file]->read_at(json, line.offset);
    return read_record(json).value_or(Record{});
  }

  std::vector<std::unique_ptr<PosixFile>> files_;
  JournalReport report_;
};

} // namespace

JournalIndex::JournalIndex(std::vector<Entry> entries, std::vector<JournalReport> reports,
                           std::vector<Key> conflicts)
    : entries_(std::move(entries)), reports_(std::move(reports)) {
  for (const JournalReport& one : reports_) {
    report_.lines += one.lines;
    report_.torn_tail = report_.torn_tail || one.torn_tail;
    report_.damaged.insert(report_.damaged.end(), one.damaged.begin(), one.damaged.end());
  }
  report_.conflicts = std::move(conflicts);
}

const JournalIndex::Entry* JournalIndex::find(const Key& key) const {
  const auto id = cell_id(key.setting, key.replicate);
  if (!id) return nullptr;
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), *id,
                       [](const Entry& entry, const CellId& cell) { return entry.cell < cell; });
  return found == entries_.end() || found->cell != *id ? nullptr : &*found;
}

std::optional<Outcome> JournalIndex::outcome(const Key& key) const {
  const Entry* const entry = find(key);
  return entry == nullptr ? std::nullopt : std::optional(entry->outcome);
}

JournalIndex index_journals(const std::vector<std::filesystem::path>& paths) {
  std::vector<Located> lines;
  std::vector<JournalReport> reports;
  for (std::uint32_t file = 0; file < paths.size(); ++file) {
    reports.push_back(scan(paths[file], [&](const JournalLine& line) {
      lines.push_back({line.head.cell, line.head.outcome, seconds_of(line.json),
                       static_cast<std::uint32_t>(line.json.size()), file, line.offset});
    }));
  }
  std::sort(lines.begin(), lines.end());
  Reduction reduction(paths);
  auto entries = reduction(lines);
  return {std::move(entries), std::move(reports), reduction.conflicts()};
}

} // namespace results
