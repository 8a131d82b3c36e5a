#include "datasets/readers/libsvm.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"
#include "datasets/readers/lines.hpp"
#include "datasets/readers/memory_budget.hpp"

namespace datasets::readers {
namespace {

constexpr std::size_t column_bytes = sizeof(Column) + 32; ///< of a column without its numbers
constexpr double entry_bytes = 128;                       ///< of a field: its line, its entry

struct Entry {
  std::size_t row, index;
  double value;
};

[[noreturn]] void refuse(const Line& line, const std::string& sentence) {
  throw core::UserError(*line.file + ":" + std::to_string(line.number) + ": " + sentence);
}

std::string_view without_comment(std::string_view text) {
  return text.substr(0, text.find('#'));
}

bool is_query(std::string_view field) {
  return field.starts_with("qid:");
}

std::optional<std::size_t> index_in(std::string_view pair) {
  const auto colon = pair.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return core::parsed<std::size_t>(pair.substr(0, colon));
}

/// The place of the pair among the columns of features, and its number.
Entry read_entry(const Line& line, std::string_view pair, std::size_t first_index) {
  const auto colon = pair.find(':');
  if (colon == std::string_view::npos)
    refuse(line,
           shown(pair) + " is no index:value. Every field behind the label is one. Is this another format?");
  const auto index = index_in(pair);
  if (index && *index < first_index)
    refuse(line, shown(pair) +
                     " has the index 0, but indices count from 1 here. Correct the row, or say "
                     "indices=from_0 when the model is fitted.");
  if (!index) refuse(line, shown(pair) + " has no index. Indices are whole numbers from 1. Correct the row.");
  const auto value = decimal(pair.substr(colon + 1));
  if (!value)
    refuse(line, shown(pair) +
                     " has no number behind its colon. Write a decimal there, or leave the field out for 0.");
  return {0, *index - first_index, *value};
}

/// A label such as 1,3 is a list of them, which files of several labels a row have.
void require_one_label(const Line& line, std::string_view label) {
  const auto comma = label.find(',');
  if (comma != std::string_view::npos && decimal(label.substr(0, comma)))
    refuse(line, "the row has more than one label, " + shown(label) +
                     ". A row belongs to one class here. Make a file for each label.");
}

/// Orders the entries of a row, the last of `entries` from `from` on, and refuses an index that stands twice.
void sort_row(const Line& line, std::vector<Entry>& entries, std::size_t from, std::size_t first_index) {
  const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(from);
  std::sort(begin, entries.end(), [](const Entry& a, const Entry& b) { return a.index < b.index; });
  const auto twice = std::adjacent_find(begin, entries.end(),
                                        [](const Entry& a, const Entry& b) { return a.index == b.index; });
  if (twice != entries.end())
    refuse(line, "index " + std::to_string(twice->index + first_index) +
                     " stands twice. A feature has one value in a row. Remove one of them.");
}

/// Whether any row has a field behind its label of which this is true.
template <class Is>
bool any_field(const TextFile& file, const Is& is) {
  for (const Line& line : lines_of(file))
    for (const std::string_view field : words_of(without_comment(line.text)))
      if (is(field)) return true;
  return false;
}

} // namespace

RawTable read_libsvm(const TextFile& file, std::size_t first_index) {
  require_room(file.name, static_cast<double>(file.bytes.size()) +
                              entry_bytes * static_cast<double>(most_fields(file.bytes, ' ')));
  RawTable table{.file = file.name};
  std::vector<std::string_view> labels;
  std::vector<Entry> entries;
  std::size_t width = 0;
  each_line(file, [&](const Line& line) {
    const auto fields = words_of(without_comment(line.text));
    if (fields.empty()) return;
    const std::size_t from = entries.size(), behind = fields.front().find(':') == std::string_view::npos;
    labels.push_back(behind == 1 ? fields.front() : std::string_view{});
    require_one_label(line, labels.back());
    for (std::size_t k = behind; k < fields.size(); ++k) {
      if (is_query(fields[k])) continue;
      entries.push_back(read_entry(line, fields[k], first_index));
      entries.back().row = labels.size() - 1;
    }
    sort_row(line, entries, from, first_index);
    if (entries.size() > from)
      width =
          std::max(width, std::min(entries.back().index, std::numeric_limits<std::size_t>::max() - 1) + 1);
    table.lines.push_back(line.number);
  });
  core::require(!labels.empty(), file.name + ": there are no rows. Give a file with data.");
  MemoryBudget(file.name, file.bytes.size()).take(column_bytes + labels.size() * sizeof(double), width);
  table.columns.push_back(typed("label", labels));
  for (std::size_t j = 0; j < width; ++j)
    table.columns.push_back(
        {.name = std::to_string(j + first_index), .numbers = std::vector<double>(labels.size(), 0.0)});
  for (const Entry& entry : entries) table.columns[entry.index + 1].numbers[entry.row] = entry.value;
  return table;
}

bool looks_like_libsvm(const TextFile& file) {
  constexpr std::size_t rows_looked_at = 100;
  std::size_t rows = 0;
  bool any_index = false;
  std::string_view rest = file.bytes;
  while (!rest.empty() && rows < rows_looked_at) {
    const auto end = rest.find('\n');
    const auto fields = words_of(without_comment(rest.substr(0, end)));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    std::size_t pairs = 0;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const bool is_label = k == 0 && fields[k].find(':') == std::string_view::npos;
      const bool is_pair = index_in(fields[k]).has_value();
      if (!is_label && !is_pair && !is_query(fields[k]) && fields[k] != "\r") return false;
      pairs += is_pair ? 1 : 0;
    }
    rows += fields.empty() ? 0 : 1;
    any_index = any_index || pairs > 0;
  }
  return any_index;
}

bool has_index_zero(const TextFile& file) {
  return any_field(file, [](std::string_view field) { return index_in(field) == std::size_t{0}; });
}

bool has_query(const TextFile& file) {
  return any_field(file, is_query);
}

} // namespace datasets::readers
