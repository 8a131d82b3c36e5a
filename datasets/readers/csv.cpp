#include "datasets/readers/csv.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "core/contract.hpp"
#include "datasets/readers/memory_budget.hpp"

namespace datasets::readers {
namespace {

constexpr double field_bytes = 64; ///< of a field: where it stands, its word or number, encoded

struct Row {
  std::size_t line;
  std::vector<std::string_view> fields;
};

/// Walks once over the text. Fields refer to it, or to `unescaped_` where quotes had to be taken out.
class CsvScanner {
 public:
  CsvScanner(const TextFile& file, char delimiter)
      : name_(file.name), text_(file.bytes), delimiter_(delimiter) {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
    if (separator_line(text_)) {
      text_.remove_prefix(std::min(text_.find('\n'), text_.size() - 1) + 1);
      ++line_;
    }
    const auto nul = text_.find('\0');
    if (nul != std::string_view::npos) {
      line_ += static_cast<std::size_t>(
          std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(nul), '\n'));
      refuse("a NUL byte stands here, so this is no text file. Name the right format.");
    }
  }

  /// The next row that is not blank; false at the end.
  bool next(Row& row) {
    while (at_ < text_.size()) {
      row.line = line_;
      row.fields.clear();
      read_line(row.fields);
      if (row.fields.size() > 1 || (row.fields.size() == 1 && !row.fields[0].empty())) return true;
    }
    return false;
  }

  [[noreturn]] void refuse(const std::string& sentences) const {
    throw core::UserError(name_ + ":" + std::to_string(line_) + ": " + sentences);
  }

 private:
  bool blanks_delimit() const { return delimiter_ == ' '; }
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && delimiter_ != '\t'); }
  bool at_line_end() const {
    return at_ >= text_.size() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n";
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  void read_line(std::vector<std::string_view>& fields) {
    while (true) {
      skip_blanks();
      if (blanks_delimit() && at_line_end()) break;
      fields.push_back(at_ < text_.size() && text_[at_] == '"' ? quoted_field() : plain_field());
      skip_blanks();
      if (at_line_end()) break;
      if (!blanks_delimit()) ++at_; // the delimiter
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size()) ++at_, ++line_;
  }

  std::string_view plain_field() {
    const std::size_t from = at_;
    while (!at_line_end() && text_[at_] != delimiter_ && !(blanks_delimit() && is_blank(text_[at_]))) ++at_;
    std::string_view field = text_.substr(from, at_ - from);
    while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
    return field;
  }

  std::string_view quoted_field() {
    const std::size_t opened = line_;
    std::string& field = unescaped_.emplace_back();
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') {
        field += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        field += '"';
        ++at_;
      } else {
        ++at_;
        check_end_of_quoted(field);
        return field;
      }
    }
    line_ = opened;
    refuse("the quote of " + shown(field) +
           " is never closed. It takes the rest of the file for one field. Close it, or double it if it is "
           "meant.");
  }

  void check_end_of_quoted(const std::string& field) {
    const std::size_t end = at_;
    skip_blanks();
    const bool fine = at_line_end() || text_[at_] == delimiter_ || (blanks_delimit() && at_ > end);
    if (!fine)
      refuse("text stands behind the closing quote of " + shown(field) +
             ". A quoted field ends with its quote. Double quotes that belong to the text.");
  }

  const std::string& name_;
  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0, line_ = 1;
  std::deque<std::string> unescaped_; // stays where it is while it grows
};

/// What the first line calls the columns; "" where it says nothing.
std::vector<std::string> names_in(const Row& row, const std::string& file) {
  std::vector<std::string> names(row.fields.begin(), row.fields.end());
  std::set<std::string> seen;
  for (std::size_t j = 0; j < names.size(); ++j)
    core::require(seen.insert(names[j].empty() ? std::to_string(j + 1) : names[j]).second, [&] {
      return file + ":" + std::to_string(row.line) + ": two columns have the name " + shown(names[j]) +
             ". A name must mean one column. Rename one, or say header=none.";
    });
  return names;
}

Column named(Column column, const std::string& name) {
  column.is_named = !name.empty();
  if (column.is_named) column.name = name;
  return column;
}

std::string length_of(const Row& row, std::size_t expected) {
  return "the row has " + std::to_string(row.fields.size()) + " fields, beginning with " +
         shown(row.fields.front()) + ", but the first line has " + std::to_string(expected);
}

/// Rows of another length than the first line, and the refusal of the first of them.
class Lengths {
 public:
  Lengths(const std::string& file, Uneven uneven) : file_(file), uneven_(uneven) {}

  /// Whether the row has so many fields. Throws UserError where it has not and no such row is kept.
  bool fits(const Row& row, std::size_t expected, RawTable& table) {
    if (row.fields.size() == expected) return true;
    const std::string problem = length_of(row, expected);
    if (refusal_.empty())
      refusal_ = file_ + ":" + std::to_string(row.line) + ": " + problem +
                 ". Is the delimiter right, or a field not quoted?";
    core::require(uneven_ == Uneven::kept, [&] { return refusal_; });
    table.uneven.push_back({table.lines.size(), problem});
    return false;
  }

  /// Where half of a file is uneven, nobody knows which half is right.
  void require_few(const RawTable& table) const {
    core::require(2 * table.uneven.size() < std::max<std::size_t>(table.lines.size(), 1),
                  [&] { return refusal_; });
  }

 private:
  const std::string& file_;
  Uneven uneven_;
  std::string refusal_;
};

} // namespace

RawTable read_csv(const TextFile& file, const CsvFormat& format) {
  const std::size_t fields = most_fields(file.bytes, format.delimiter);
  require_room(file.name, static_cast<double>(file.bytes.size()) + field_bytes * static_cast<double>(fields));
  CsvScanner scanner(file, format.delimiter);
  RawTable table{.file = file.name};
  std::vector<std::string> names;
  std::vector<std::vector<std::string_view>> columns;
  Lengths lengths(file.name, format.uneven);
  const auto stands_for_none = [&](std::string_view field) {
    return std::find(format.missing.begin(), format.missing.end(), field) != format.missing.end();
  };
  Row row{};
  while (scanner.next(row)) {
    if (names.empty() && format.header == Header::first_line) {
      names = names_in(row, file.name);
      continue;
    }
    if (names.empty()) names.resize(row.fields.size());
    if (columns.empty()) {
      if (row.fields.size() == names.size() + 1 && format.header == Header::first_line)
        names.insert(names.begin(), std::string());
      columns.resize(names.size());
      for (auto& column : columns) column.reserve(fields / names.size() + 1);
    }
    const bool fits = lengths.fits(row, names.size(), table);
    table.lines.push_back(row.line);
    for (std::size_t j = 0; j < names.size(); ++j)
      columns[j].push_back(fits && !stands_for_none(row.fields[j]) ? row.fields[j] : std::string_view{});
  }
  core::require(!table.lines.empty(), file.name + ": there are no rows. Give a file with data.");
  lengths.require_few(table);
  table.decimal_mark = format.decimal_mark;
  for (std::size_t j = 0; j < names.size(); ++j)
    table.columns.push_back(named(typed(std::to_string(j + 1), columns[j], format.decimal_mark), names[j]));
  return table;
}

std::optional<char> separator_line(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == '"')) line.remove_suffix(1);
  if (line.starts_with('"')) line.remove_prefix(1);
  const bool is_one = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
  return is_one ? std::optional(line[4]) : std::nullopt;
}

std::vector<std::vector<std::string>> first_rows(const TextFile& file, char delimiter, std::size_t most) {
  std::vector<std::vector<std::string>> rows;
  try {
    CsvScanner scanner(file, delimiter);
    for (Row row{}; rows.size() < most && scanner.next(row);)
      rows.emplace_back(row.fields.begin(), row.fields.end());
  } catch (const core::UserError&) { // what follows is for the reader to refuse, with its place
  }
  return rows;
}

} // namespace datasets::readers
