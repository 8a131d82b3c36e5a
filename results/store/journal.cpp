#include "results/store/journal.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "core/contract.hpp"
#include "results/record/record.hpp"
#include "results/store/file.hpp"
#include "results/store/journal_line.hpp"

namespace results {
namespace {

/// Where the last newline before `end` is, plus one; 0 if there is none.
std::uint64_t line_start(const PosixFile& file, std::uint64_t end) {
  std::string block(std::size_t{1} << 16U, '\0');
  while (end > 0) {
    const std::uint64_t begin = end - std::min<std::uint64_t>(end, block.size());
    const std::size_t held = file.read_at({block.data(), static_cast<std::size_t>(end - begin)}, begin);
    const std::size_t newline = std::string_view(block.data(), held).rfind('\n');
    if (newline != std::string_view::npos) return begin + newline + 1;
    end = begin;
  }
  return 0;
}

std::string read_range(const PosixFile& file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  text.resize(file.read_at(text, begin));
  return text;
}

/// The length of the file without a last line that lacks its newline or whose checksum is wrong.
std::uint64_t sound_size(const PosixFile& file) {
  const std::uint64_t size = file.size(), lines_end = line_start(file, size);
  if (lines_end < size || size == 0) return lines_end;
  const std::uint64_t last = line_start(file, size - 1);
  return checked_json(read_range(file, last, size - 1)) ? size : last;
}

/// Refuses what is no journal. A damaged header is forgiven where a line of a cell is sound.
void require_journal(const PosixFile& file) {
  const std::string start = read_range(file, 0, std::min<std::uint64_t>(file.size(), 4096));
  const auto json = checked_json(std::string_view(start).substr(0, start.find('\n')));
  if (!json || !accept_header(*json, file.path().string())) scan(file.path(), [](const JournalLine&) {});
}

bool is_newborn(const PosixFile& file) {
  const std::string header = journal_header();
  const std::uint64_t size = file.size();
  return size < header.size() && header.starts_with(read_range(file, 0, size));
}

/// The lines of a file, block by block.
class LineReader {
 public:
  explicit LineReader(const PosixFile& file)
      : file_(file),
        buffer_(static_cast<std::size_t>(std::min<std::uint64_t>(file.size() + 1, block_size))) {}

  /// The next complete line without its newline, valid until the next call; nothing at the end.
  std::optional<std::string_view> next() {
    std::size_t searched = 0;
    while (true) {
      const char* const start = buffer_.data() + begin_;
      const std::size_t held = end_ - begin_;
      if (const void* newline = std::memchr(start + searched, '\n', held - searched)) {
        const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - start);
        offset_ = base_ + begin_;
        begin_ += length + 1;
        return std::string_view(start, length);
      }
      searched = held;
      if (!refill()) return std::nullopt;
    }
  }

  std::uint64_t offset() const { return offset_; } ///< of the line last returned
  std::string_view unfinished() const { return {buffer_.data() + begin_, end_ - begin_}; }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 22U;

  bool refill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    base_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const std::size_t got = file_.read_at({buffer_.data() + end_, buffer_.size() - end_}, base_ + end_);
    end_ += got;
    return got > 0;
  }

  const PosixFile& file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t base_ = 0, offset_ = 0;
};

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw core::UserError("'" + path.string() +
                        "' is not a journal (its first line is no header and no line is sound)" +
                        " name the journal.jsonl of a run directory");
}

/// A file that holds the beginning of a header and no more: the program died while it made the journal.
bool is_newborn(std::string_view unfinished) {
  return journal_header().starts_with(unfinished);
}

bool is_none(double value) {
  return std::isnan(value);
}

bool is_none(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
}

bool is_same(double a, double b) {
  return same_bits(a, b);
}

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_bits);
}

/// Whether a name may be in one of two records alone: a metric that only one of them was asked for, or a
/// diagnostic that an older program did not store.
bool may_lack(const std::map<std::string, double>&, const std::string&) {
  return true;
}

/// A table that an older program did not store has no column there.
bool may_lack(const SeriesByName& series, const std::string& name) {
  const std::string table = name.substr(0, name.find('.') + 1);
  const auto found = series.lower_bound(table);
  return found == series.end() || !found->first.starts_with(table);
}

/// Whether two maps say the same of every name; one that is none need not be there.
template <class T>
bool say_the_same(const std::map<std::string, T>& one, const std::map<std::string, T>& other) {
  const auto is_in = [](const auto& named, const std::map<std::string, T>& in) {
    const auto found = in.find(named.first);
    return found == in.end()
               ? is_none(named.second) || may_lack(in, named.first)
               : is_same(named.second, found->second) || (is_none(named.second) && is_none(found->second));
  };
  return std::ranges::all_of(one, [&](const auto& named) { return is_in(named, other); }) &&
         std::ranges::all_of(other, [&](const auto& named) { return is_in(named, one); });
}

} // namespace

Journal::Journal(const std::filesystem::path& path) {
  open(path);
}

void Journal::open(const std::filesystem::path& path) {
  auto opened = std::make_unique<PosixFile>(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW);
  PosixFile& file = *opened;
  if (is_newborn(file)) {
    if (file.size() > 0) file.truncate(0);
    file.write(journal_header());
    file.sync_data();
    sync_directory(path.parent_path());
  } else {
    require_journal(file);
    const std::uint64_t sound = sound_size(file);
    if (sound < file.size()) file.truncate(sound);
  }
  size_ = file.size();
  torn_ = is_cut_ = false;
  file_ = std::move(opened); // last: where it cannot be opened the old one stays
}

void Journal::reopen() {
  const std::scoped_lock lock(appending_);
  open(std::filesystem::path(file_->path()));
}

bool Journal::is_whole() const {
  const std::scoped_lock lock(appending_);
  return !is_cut_ && file_->size() == size_ && file_->is_at_its_path();
}

Journal::~Journal() {
  try {
    sync();
  } catch (...) { // nobody is left to hear of it
  }
}

void Journal::append(const Record& record) {
  std::string line = journal_line(record);
  const std::scoped_lock lock(appending_);
  is_cut_ = is_cut_ || file_->size() != size_;
  if (torn_) line.insert(0, 1, '\n');
  try {
    file_->write(line);
    torn_ = false;
  } catch (...) {
    size_ = file_->size();
    torn_ = line_start(*file_, size_) < size_;
    throw;
  }
  size_ = is_cut_ ? file_->size() : size_ + line.size();
}

bool Journal::sync() const {
  return file_->sync_data();
}

JournalReport scan(const std::filesystem::path& path, const std::function<void(const JournalLine&)>& visit) {
  const PosixFile file(path, O_RDONLY);
  LineReader reader(file);
  JournalReport report;
  bool has_header = false;
  std::size_t number = 0;
  while (const auto line = reader.next()) {
    ++number;
    const auto json = checked_json(*line);
    const auto head = json ? read_head(*json) : std::nullopt;
    if (head) {
      ++report.lines;
      visit({*head, *json, reader.offset() + (line->size() - json->size()), number});
    } else if (number == 1 && json && accept_header(*json, path.string())) {
      has_header = true;
    } else {
      report.damaged.push_back(number);
    }
  }
  report.torn_tail = !reader.unfinished().empty();
  const bool damaged_last = number > 1 && !report.damaged.empty() && report.damaged.back() == number;
  if (!report.torn_tail && damaged_last) {
    report.torn_tail = true;
    report.damaged.pop_back();
  }
  if (!has_header && report.lines == 0 && (number > 0 || !is_newborn(reader.unfinished()))) refuse(path);
  return report;
}

bool disagree(const Record& one, const Record& other) {
  if (one.outcome == Outcome::failed || other.outcome == Outcome::failed) return false;
  return one.outcome != other.outcome || !say_the_same(one.values, other.values) ||
         !say_the_same(one.series, other.series);
}

void note_conflict(JournalReport& report, const Key& key) {
  if (report.conflicts.empty() || report.conflicts.back() != key) report.conflicts.push_back(key);
}

namespace {

/// A line of a cell and where its JSON text lies.
struct Located {
  CellId cell;
  Outcome outcome = Outcome::ok;
  float seconds = 0;
  std::uint32_t length = 0, file = 0;
  std::uint64_t offset = 0;
  HeldValues held = 0;

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

  std::vector<JournalIndex::Entry> operator()(const std::vector<Located>& lines, HeldValues asked) {
    std::vector<JournalIndex::Entry> entries;
    entries.reserve(lines.size());
    const Located* kept = nullptr;
    std::optional<Record> joined; // of the lines of a cell so far, where there are several
    for (const Located& line : lines) {
      const HeldValues lacks = line.outcome == Outcome::failed ? 0 : asked & ~line.held;
      const JournalIndex::Entry entry{line.cell, line.outcome, line.seconds, lacks};
      const bool is_new = kept == nullptr || kept->cell != line.cell;
      if (is_new || is_replaceable(kept->outcome)) {
        if (!is_new) entries.pop_back();
        entries.push_back(entry);
        kept = &line;
        joined.reset();
      } else if (line.outcome != Outcome::failed) {
        if (!joined) joined = reread(*kept);
        const Record further = reread(line);
        if (disagree(*joined, further)) note_conflict(report_, key_of(line.cell));
        complete(*joined, further);
        entries.back().lacks &= ~line.held;
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

JournalIndex index_journals(const std::vector<std::filesystem::path>& paths,
                            std::span<const std::string> asked) {
  std::vector<Located> lines;
  std::vector<JournalReport> reports;
  for (std::uint32_t file = 0; file < paths.size(); ++file) {
    reports.push_back(scan(paths[file], [&](const JournalLine& line) {
      lines.push_back({line.head.cell, line.head.outcome, seconds_of(line.json),
                       static_cast<std::uint32_t>(line.json.size()), file, line.offset,
                       held_values(line.json, asked)});
    }));
  }
  std::sort(lines.begin(), lines.end());
  Reduction reduction(paths);
  auto entries = reduction(lines, all_values(asked));
  return {std::move(entries), std::move(reports), reduction.conflicts()};
}

} // namespace results
