#include "datasets/encoding/column_code.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"
#include "core/parameters.hpp"
#include "datasets/encoding/standardise.hpp"
#include "datasets/readers/memory_budget.hpp"

namespace datasets::encoding {
namespace {

using readers::Column;
using readers::RawTable;

constexpr double largest_number = 1e100;
constexpr double input_bytes = 3 * sizeof(double); ///< of a number: alone, in the matrix, of the rows coded

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

[[noreturn]] void refuse_word(const RawTable& table, std::size_t j) {
  const auto& words = table.columns[j].words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    core::require(!words[i].empty(), [&] {
      return table.place(i, j) +
             " is empty (a method needs every number) name its mark in 'missing' and "
             "say if_missing: omit, or mend the file";
    });
    core::require(readers::decimal(words[i]).has_value(), [&] {
      return table.place(i, j) + " is " + readers::shown(words[i]) +
             " (the inputs are taken for numbers) correct it, name it in 'missing', or encode words";
    });
  }
  throw std::logic_error("a column of words without a word");
}

core::Vector numbers_of(const RawTable& table, std::size_t j) {
  if (!table.columns[j].is_numeric()) refuse_word(table, j);
  const auto& numbers = table.columns[j].numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    core::require(!std::isnan(numbers[i]), [&] {
      return table.place(i, j) +
             " is missing (a method needs every number) say if_missing: omit, or "
             "mend the file";
    });
    core::require(std::abs(numbers[i]) <= largest_number, [&] {
      return table.place(i, j) + " is " + core::shortest(numbers[i]) +
             " (sums of squares of numbers beyond 1e100 leave double precision) rescale the column, "
             "or name the mark of a missing value in 'missing'";
    });
  }
  return core::Vector::Map(numbers.data(), index(numbers.size()));
}

/// A column that differs by less than squares can tell is no constant, and would be taken for one.
void require_spread(const RawTable& table, std::size_t j) {
  const auto& numbers = table.columns[j].numbers;
  double low = core::infinity, high = -core::infinity;
  for (const double number : numbers)
    if (!std::isnan(number)) low = std::min(low, number), high = std::max(high, number);
  if (!(low < high) || high - low >= least_spread) return;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    core::require(numbers[i] != high, [&] {
      return table.place(i, j) + " is " + core::shortest(high) + ", and the column differs by no more than " +
             core::shortest(high - low) +
             " (squares of differences below 1e-140 are 0 in double precision) "
             "rescale the column, or leave it out";
    });
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

/// The words of a column. Where all of them happen to be numbers it was read as one of numbers.
std::vector<std::string> words_in(const Column& column) {
  std::vector<std::string> words = column.words;
  for (const double number : column.numbers)
    words.push_back(std::isnan(number) ? "" : core::shortest(number));
  return words;
}

std::string listed(const std::vector<std::string>& words) {
  constexpr std::size_t most = 20;
  std::string all;
  for (std::size_t k = 0; k < std::min(words.size(), most); ++k)
    all += (k == 0 ? "" : ", ") + readers::shown(words[k]);
  return all + (words.size() > most ? ", ... (" + std::to_string(words.size()) + " in all)" : "");
}

std::vector<core::Vector> indicators(const RawTable& table, std::size_t j,
                                     const std::vector<std::string>& known) {
  const std::vector<std::string> words = words_in(table.columns[j]);
  std::vector<core::Vector> out(known.size(), core::Vector::Zero(index(words.size())));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = std::find(known.begin(), known.end(), words[i]);
    core::require(found != known.end() || words[i].empty(), [&] {
      return table.place(i, j) + " is " + readers::shown(words[i]) +
             " (a word without an indicator; those known here are " + listed(known) +
             ") correct it, or encode it where the others were";
    });
    if (found != known.end()) out[static_cast<std::size_t>(found - known.begin())](index(i)) = 1;
  }
  return out;
}

} // namespace

std::vector<ColumnCode> codes_of(const RawTable& table, const std::vector<std::size_t>& columns,
                                 Words words) {
  std::vector<ColumnCode> codes;
  for (const std::size_t j : columns) {
    const Column& column = table.columns[j];
    if (!column.is_numeric() && words == Words::refused) refuse_word(table, j);
    if (column.is_numeric()) require_spread(table, j);
    codes.push_back({column.name, column.is_numeric(), {}});
    if (!column.is_numeric()) codes.back().words = values_of(column, words);
  }
  return codes;
}

Inputs encoded(const RawTable& table, const std::vector<std::size_t>& columns,
               const std::vector<ColumnCode>& codes) {
  core::expect(columns.size() == codes.size(), "every column that is encoded has a code");
  std::size_t count = 0;
  for (const ColumnCode& code : codes) count += code.is_number ? 1 : code.words.size();
  readers::require_room(table.file,
                        input_bytes * static_cast<double>(count) * static_cast<double>(table.rows()));
  Inputs out;
  std::vector<core::Vector> inputs;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ColumnCode& code = codes[k];
    if (code.is_number) {
      inputs.push_back(numbers_of(table, columns[k]));
      out.names.push_back(code.name);
      continue;
    }
    for (core::Vector& indicator : indicators(table, columns[k], code.words))
      inputs.push_back(std::move(indicator));
    for (const std::string& word : code.words) out.names.push_back(code.name + "=" + word);
  }
  out.x.resize(index(table.rows()), index(inputs.size()));
  for (std::size_t k = 0; k < inputs.size(); ++k) out.x.col(index(k)) = inputs[k];
  return out;
}

} // namespace datasets::encoding
