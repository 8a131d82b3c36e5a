#include "datasets/encoding/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"

namespace datasets::encoding {
namespace {

using readers::Column;
using readers::RawTable;

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

[[noreturn]] void refuse_word(const RawTable& table, std::size_t j) {
  const auto& words = table.columns[j].words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    core::require(!words[i].empty(),
                  table.place(i, j) +
                      " is empty (a method needs every number) name its mark in 'missing' and "
                      "say if_missing: omit, or mend the file");
    core::require(
        readers::decimal(words[i]).has_value(),
        table.place(i, j) + " is " + readers::shown(words[i]) +
            " (the inputs are taken for numbers) correct it, name it in 'missing', or encode words");
  }
  throw std::logic_error("a column of words without a word");
}

core::Vector numbers_of(const RawTable& table, std::size_t j) {
  const auto& numbers = table.columns[j].numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    core::require(!std::isnan(numbers[i]),
                  table.place(i, j) +
                      " is missing (a method needs every number) say if_missing: omit, or "
                      "mend the file");
  return core::Vector::Map(numbers.data(), index(numbers.size()));
}

/// The values that get an indicator, in order.
std::vector<std::string> values_of(const Column& column, Words words) {
  std::set<std::string> occurring(column.words.begin(), column.words.end());
  occurring.erase("");
  if (column.declared.empty()) return {occurring.begin(), occurring.end()};
  std::vector<std::string> values;
  for (const std::string& value : column.declared)
    if (words == Words::declared || occurring.contains(value)) values.push_back(value);
  return values;
}

} // namespace

Inputs inputs_of(const RawTable& table, const std::vector<std::size_t>& columns, Words words) {
  Inputs out;
  std::vector<core::Vector> encoded;
  for (const std::size_t j : columns) {
    const Column& column = table.columns[j];
    if (column.is_numeric()) {
      encoded.push_back(numbers_of(table, j));
      out.names.push_back(column.name);
      continue;
    }
    if (words == Words::refused) refuse_word(table, j);
    for (const std::string& value : values_of(column, words)) {
      core::Vector indicator(index(column.words.size()));
      for (std::size_t i = 0; i < column.words.size(); ++i)
        indicator(index(i)) = column.words[i] == value ? 1 : 0;
      encoded.push_back(std::move(indicator));
      out.names.push_back(column.name + "=" + value);
    }
  }
  out.x.resize(index(table.rows()), index(encoded.size()));
  for (std::size_t j = 0; j < encoded.size(); ++j) out.x.col(index(j)) = encoded[j];
  return out;
}

std::vector<Column> positions_of(const RawTable& table, std::size_t column, const std::string& letters) {
  const auto& sequences = table.columns[column].words;
  const std::size_t length = sequences.empty() ? 0 : sequences.front().size();
  std::vector<std::string> declared;
  for (const char letter : letters) declared.emplace_back(1, letter);
  std::vector<Column> positions;
  for (std::size_t k = 0; k < length; ++k)
    positions.push_back({.name = std::to_string(k + 1), .declared = declared});
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    core::require(sequences[i].size() == length,
                  table.place(i, column) + " is " + readers::shown(sequences[i]) + " of " +
                      std::to_string(sequences[i].size()) + " letters (the first has " +
                      std::to_string(length) + ") correct it");
    const auto wrong = sequences[i].find_first_not_of(letters);
    core::require(wrong == std::string::npos,
                  table.place(i, column) + " has " +
                      readers::shown(sequences[i].substr(std::min(wrong, length), 1)) + " (the letters are " +
                      letters + ") correct it");
    for (std::size_t k = 0; k < length; ++k) positions[k].words.emplace_back(1, sequences[i][k]);
  }
  return positions;
}

} // namespace datasets::encoding
