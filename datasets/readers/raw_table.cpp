#include "datasets/readers/raw_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"

namespace datasets::readers {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string names_of(const RawTable& table) {
  std::string all;
  constexpr std::size_t most = 12;
  for (std::size_t j = 0; j < std::min(table.columns.size(), most); ++j)
    all += (j ? ", " : "") + table.columns[j].name;
  return all + (table.columns.size() > most ? ", ..." : "");
}

} // namespace

std::size_t RawTable::rows() const {
  if (columns.empty()) return 0;
  return columns.front().is_numeric() ? columns.front().numbers.size() : columns.front().words.size();
}

std::string RawTable::place(std::size_t row, std::size_t column) const {
  const std::string where =
      lines.empty() ? ": row " + std::to_string(row + 1) + "," : ":" + std::to_string(lines[row]) + ":";
  return file + where + " column " + std::to_string(column + 1) + " ('" + columns[column].name + "')";
}

std::size_t column_index(const RawTable& table, const std::string& wanted) {
  const std::size_t p = table.columns.size();
  for (std::size_t j = 0; j < p; ++j)
    if (table.columns[j].name == wanted) return j;
  const auto number = core::parsed<std::size_t>(wanted);
  if (number && *number >= 1 && *number <= p) return *number - 1;
  core::require(p > 0, table.file + ": the file is empty. Give a file with data.");
  if (wanted == "first") return 0;
  if (wanted == "last") return p - 1;
  throw core::UserError(table.file + ": there is no column " + shown(wanted) + ". There are " +
                        std::to_string(p) + ": " + names_of(table) +
                        ". Name one of them, or its number from 1.");
}

std::string shown(std::string_view field) {
  std::string text;
  for (const char c : field.substr(0, 40))
    text += static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) >= 127 ? '?' : c;
  return "'" + text + (field.size() > 40 ? "..." : "") + "'";
}

std::optional<double> decimal(std::string_view field, char mark) {
  field = trimmed(field);
  if (mark != '.' && field.find_first_of(std::string{'.', mark}) != std::string_view::npos) {
    std::string pointed(field);
    if (pointed.find('.') != std::string::npos) return std::nullopt;
    std::replace(pointed.begin(), pointed.end(), mark, '.');
    return decimal(pointed);
  }
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  const auto value = core::parsed<double>(field);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Column typed(std::string name, const std::vector<std::string_view>& fields, char mark) {
  Column column{.name = std::move(name)};
  column.numbers.reserve(fields.size());
  bool any = false;
  for (const std::string_view field : fields) {
    const auto value = field.empty() ? std::numeric_limits<double>::quiet_NaN() : decimal(field, mark);
    if (!value) {
      column.numbers.clear();
      column.words.assign(fields.begin(), fields.end());
      return column;
    }
    any = any || !field.empty();
    column.numbers.push_back(*value);
  }
  if (!any && !fields.empty()) { // nothing but missing fields: no evidence of numbers
    column.numbers.clear();
    column.words.assign(fields.begin(), fields.end());
  }
  return column;
}

std::vector<std::string> names_in_list(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    text = trimmed(text);
    std::string name;
    if (text.starts_with('"')) {
      std::size_t at = 1;
      for (; at < text.size() && (text[at] != '"' || text.substr(at, 2) == "\"\""); ++at) {
        name += text[at];
        at += text[at] == '"' ? 1 : 0;
      }
      text.remove_prefix(std::min(at + 1, text.size()));
    }
    const auto end = std::min(text.find(','), text.size());
    name += trimmed(text.substr(0, end));
    if (!name.empty()) names.push_back(std::move(name));
    if (end == text.size()) return names;
    text.remove_prefix(end + 1);
  }
}

std::string list_of_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += list.empty() ? "" : ",";
    if (name.find_first_of(",\"") == std::string::npos && trimmed(name) == name) {
      list += name;
      continue;
    }
    list += '"';
    for (const char c : name) list += c == '"' ? std::string("\"\"") : std::string(1, c);
    list += '"';
  }
  return list;
}

} // namespace datasets::readers
