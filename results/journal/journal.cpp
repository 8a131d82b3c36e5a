#include "results/journal/journal.hpp"

#include <fcntl.h>

#include <algorithm>
#include <string>

#include "results/journal/line.hpp"
#include "results/journal/scan.hpp"

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

} // namespace

Journal::Journal(const std::filesystem::path& path) : file_(path, O_RDWR | O_CREAT | O_APPEND) {
  if (is_newborn(file_)) {
    if (file_.size() > 0) file_.truncate(0);
    file_.write(journal_header());
    file_.sync_data();
    sync_directory(path.parent_path());
    return;
  }
  require_journal(file_);
  const std::uint64_t sound = sound_size(file_);
  if (sound < file_.size()) file_.truncate(sound);
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
  if (torn_) line.insert(0, 1, '\n');
  try {
    file_.write(line);
    torn_ = false;
  } catch (...) {
    torn_ = line_start(file_, file_.size()) < file_.size();
    throw;
  }
}

void Journal::sync() const {
  file_.sync_data();
}

} // namespace results
