#include "datasets/encoding/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"

namespace datasets::encoding {

using readers::Column;
using readers::RawTable;

RawTable with_integer_codes(RawTable table, const std::vector<std::size_t>& columns) {
  for (const std::size_t j : columns) {
    Column& column = table.columns[j];
    if (column.is_numeric()) continue;
    std::set<std::string> occurring(column.words.begin(), column.words.end());
    occurring.erase("");
    for (const std::string& word : column.words) {
      const auto before = std::distance(occurring.begin(), occurring.find(word));
      column.numbers.push_back(word.empty() ? std::nan("") : static_cast<double>(before + 1));
    }
    column.words.clear();
    column.declared.clear();
  }
  return table;
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
    core::require(sequences[i].size() == length, [&] {
      return table.place(i, column) + " is " + readers::shown(sequences[i]) + " of " +
             std::to_string(sequences[i].size()) + " letters, but the first has " + std::to_string(length) +
             ". Correct the row.";
    });
    const auto wrong = sequences[i].find_first_not_of(letters);
    core::require(wrong == std::string::npos, [&] {
      return table.place(i, column) + " has " + readers::shown(sequences[i].substr(wrong, 1)) +
             ", which is none of the letters " + letters + ". Correct the row.";
    });
    for (std::size_t k = 0; k < length; ++k) positions[k].words.emplace_back(1, sequences[i][k]);
  }
  return positions;
}

} // namespace datasets::encoding
