#include "datasets/readers/libsvm.hpp"

#include <algorithm>
#include <charconv>

#include "core/contract.hpp"
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

Entry read_entry(const Line& line, std::string_view pair) {
  const auto colon = pair.find(':');
  if (colon == std::string_view::npos)
    refuse(line,
           shown(pair) + " is no index:value (every field behind the label is one) is this another format?");
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(pair.data(), pair.data() + colon, index);
  if (error != std::errc() || end != pair.data() + colon || index == 0)
    refuse(line, shown(pair) + " has no index from 1 (indices are whole numbers, the first is 1) correct it");
  const auto value = decimal(pair.substr(colon + 1));
  if (!value) refuse(line, shown(pair) + " has no number behind its colon (values are decimals) correct it");
  return {0, index, *value};
}

void check_order(const Line& line, std::size_t before, std::size_t index) {
  if (index <= before)
    refuse(line, "index " + std::to_string(index) + " behind " + std::to_string(before) +
                     " (indices rise within a line) sort the line, or remove the repetition");
}

} // namespace

RawTable read_libsvm(const TextFile& file) {
  require_room(file.name, static_cast<double>(file.bytes.size()) +
                              entry_bytes * static_cast<double>(most_fields(file.bytes, ' ')));
  RawTable table{.file = file.name};
  std::vector<std::string_view> labels;
  std::vector<Entry> entries;
  std::size_t width = 0;
  each_line(file, [&](const Line& line) {
    const auto fields = words_of(without_comment(line.text));
    if (fields.empty()) return;
    if (fields.front().find(':') != std::string_view::npos)
      refuse(line, "the line begins with " + shown(fields.front()) +
                       " (a label comes first) is the label missing?");
    std::size_t before = 0;
    for (std::size_t k = 1; k < fields.size(); ++k) {
      Entry entry = read_entry(line, fields[k]);
      check_order(line, before, entry.index);
      before = entry.index;
      entry.row = labels.size();
      entries.push_back(entry);
    }
    width = std::max(width, before);
    labels.push_back(fields.front());
    table.lines.push_back(line.number);
  });
  core::require(!labels.empty(), file.name + ": no rows (the file has no data) give a file with data");
  MemoryBudget(file).take(column_bytes + labels.size() * sizeof(double), width);
  table.columns.push_back(typed("label", labels));
  for (std::size_t j = 1; j <= width; ++j)
    table.columns.push_back({.name = std::to_string(j), .numbers = std::vector<double>(labels.size(), 0.0)});
  for (const Entry& entry : entries) table.columns[entry.index].numbers[entry.row] = entry.value;
  return table;
}

} // namespace datasets::readers
