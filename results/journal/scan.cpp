#include "results/journal/scan.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/contract.hpp"
#include "results/posix_file.hpp"

namespace results {
namespace {

/// The lines of a file, block by block.
class LineReader {
 public:
  explicit LineReader(const PosixFile& file)
      : file_(file), buffer_(static_cast<std::size_t>(std::min<std::uint64_t>(file.size() + 1, kBlock))) {}

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
  static constexpr std::size_t kBlock = std::size_t{1} << 22U;

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

} // namespace

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

} // namespace results
