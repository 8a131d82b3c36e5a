#include "datasets/encoding/column_code.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
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
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!words[i].empty() && !readers::decimal(words[i], table.decimal_mark))
      throw WordsRefused(table.place(i, j) + " is " + readers::shown(words[i]) +
                         ", which is not a number. Correct it, treat it as missing with missing=" +
                         readers::shown(words[i]) + ", or make words inputs with encoding=occurring.");
  throw core::UserError(table.place(0, j) + " is empty, as all of its column. Leave it out with --ignore " +
                        table.columns[j].name + ", or say if_missing=indicator.");
}

/// The numbers of a column, NaN where one is missing. One of words is read again, field by field.
std::vector<double> numbers_in(const RawTable& table, std::size_t j) {
  const Column& column = table.columns[j];
  if (column.is_numeric()) return column.numbers;
  std::vector<double> numbers;
  for (const std::string& word : column.words) {
    const auto number =
        word.empty() ? std::optional(std::nan("")) : readers::decimal(word, table.decimal_mark);
    if (!number) refuse_word(table, j);
    numbers.push_back(*number);
  }
  return numbers;
}

bool keeps(MissingFields missing) {
  return missing == MissingFields::kept || missing == MissingFields::marked;
}

core::Vector numbers_of(const RawTable& table, std::size_t j, MissingFields missing) {
  const std::vector<double> numbers = numbers_in(table, j);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    core::require(!std::isnan(numbers[i]) || keeps(missing), [&] {
      return table.place(i, j) +
             " is missing. A method needs every number. Say if_missing=omit, median or indicator, or mend "
             "the file.";
    });
    core::require(!(std::abs(numbers[i]) > largest_number), [&] {
      return table.place(i, j) + " is " + core::shortest(numbers[i]) +
             ". The squares of numbers beyond 1e100 leave double precision. Rescale the column, or treat the "
             "value as missing with missing=" +
             core::shortest(numbers[i]) + ".";
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
             ". Squares of differences below 1e-140 are 0 in double precision. Rescale the column, or leave "
             "it out with ignore.";
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
  constexpr std::size_t most = 5;
  std::string all;
  for (std::size_t k = 0; k < std::min(words.size(), most); ++k)
    all += (k == 0 ? "" : ", ") + readers::shown(words[k]);
  return all + (words.size() > most ? ", ... (" + std::to_string(words.size()) + " in all)" : "");
}

std::map<std::string, std::size_t> places_of(const std::vector<std::string>& known) {
  std::map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < known.size(); ++k) places.emplace(known[k], k);
  return places;
}

std::vector<core::Vector> indicators(const RawTable& table, std::size_t j,
                                     const std::vector<std::string>& known, MissingFields missing) {
  const std::vector<std::string> words = words_in(table.columns[j]);
  const auto places = places_of(known);
  const bool only_marks = known.size() == 1 && known.front().empty();
  std::vector<core::Vector> out(known.size(), core::Vector::Zero(index(words.size())));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = places.find(words[i]);
    if (found != places.end()) {
      out[found->second](index(i)) = 1;
      continue;
    }
    if (only_marks) continue;
    core::require(words[i].empty(), [&] {
      return table.place(i, j) + " is " + readers::shown(words[i]) +
             ", a word without an indicator. Those known here are " + listed(known) +
             ". Correct it, or encode it where the others were.";
    });
    core::require(missing != MissingFields::refused, [&] {
      return table.place(i, j) +
             " is missing. A method needs every value. Say if_missing=omit, median or indicator, or mend the "
             "file.";
    });
    if (keeps(missing))
      for (core::Vector& indicator : out) indicator(index(i)) = std::nan("");
  }
  return out;
}

bool any_missing(const Column& column) {
  return std::any_of(column.numbers.begin(), column.numbers.end(), [](double v) { return std::isnan(v); }) ||
         std::any_of(column.words.begin(), column.words.end(), [](const auto& word) { return word.empty(); });
}

std::string problem_of(const Column& column, const std::string& what) {
  return "column " + readers::shown(column.name) + " " + what;
}

} // namespace

std::vector<ColumnCode> codes_of(const RawTable& table, const std::vector<std::size_t>& columns, Words words,
                                 MissingFields missing) {
  std::vector<ColumnCode> codes;
  for (const std::size_t j : columns) {
    const Column& column = table.columns[j];
    if (!column.is_numeric() && words == Words::refused) refuse_word(table, j);
    if (column.is_numeric()) require_spread(table, j);
    codes.push_back({column.name, column.is_numeric(), {}});
    if (!column.is_numeric()) codes.back().words = values_of(column, words);
    if (missing != MissingFields::marked || !any_missing(column)) continue;
    if (column.is_numeric())
      codes.push_back({column.name, false, {""}});
    else
      codes.back().words.emplace_back();
  }
  return codes;
}

namespace {

/// The column of each code: a second code of a column stands behind its first.
std::vector<std::size_t> columns_of(const std::vector<ColumnCode>& codes,
                                    const std::vector<std::size_t>& columns) {
  std::vector<std::size_t> out;
  std::size_t at = 0;
  for (std::size_t k = 0; k < codes.size(); ++k) {
    const bool is_second = k > 0 && codes[k].name == codes[k - 1].name && codes[k].words.size() == 1 &&
                           codes[k].words.front().empty();
    core::expect(is_second || at < columns.size(), "every code has its column");
    out.push_back(is_second ? columns[at - 1] : columns[at++]);
  }
  core::expect(at == columns.size(), "every column that is encoded has a code");
  return out;
}

} // namespace

Inputs encoded(const RawTable& table, const std::vector<std::size_t>& columns,
               const std::vector<ColumnCode>& codes, MissingFields missing) {
  const std::vector<std::size_t> places = columns_of(codes, columns);
  std::size_t count = 0;
  for (const ColumnCode& code : codes) count += code.is_number ? 1 : code.words.size();
  readers::require_room(table.file,
                        input_bytes * static_cast<double>(count) * static_cast<double>(table.rows()));
  Inputs out;
  std::vector<core::Vector> inputs;
  for (std::size_t k = 0; k < codes.size(); ++k) {
    const ColumnCode& code = codes[k];
    if (code.is_number) {
      inputs.push_back(numbers_of(table, places[k], missing));
      out.names.push_back(code.name);
    } else {
      for (core::Vector& indicator : indicators(table, places[k], code.words, missing))
        inputs.push_back(std::move(indicator));
      for (const std::string& word : code.words)
        out.names.push_back(word.empty() ? code.name + " is missing" : code.name + "=" + word);
    }
    out.group.resize(inputs.size(), k);
  }
  out.x.resize(index(table.rows()), index(inputs.size()));
  for (std::size_t k = 0; k < inputs.size(); ++k) out.x.col(index(k)) = inputs[k];
  return out;
}

RowProblems row_problems(const RawTable& table, const std::vector<std::size_t>& columns,
                         const std::vector<ColumnCode>& codes, MissingFields missing) {
  const std::vector<std::size_t> places = columns_of(codes, columns);
  RowProblems out{std::vector<std::string>(table.rows())};
  const auto say = [&](std::size_t i, const Column& column, const std::string& what) {
    if (out.of[i].empty()) out.of[i] = problem_of(column, what);
  };
  for (std::size_t k = 0; k < codes.size(); ++k) {
    const Column& column = table.columns[places[k]];
    const bool only_marks = !codes[k].is_number && codes[k].words == std::vector<std::string>{""};
    if (only_marks) continue;
    const std::vector<std::string> words =
        codes[k].is_number && column.is_numeric() ? std::vector<std::string>{} : words_in(column);
    const auto known = places_of(codes[k].words);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const bool is_missing = words.empty() ? std::isnan(column.numbers[i]) : words[i].empty();
      if (is_missing) {
        const bool is_fine = keeps(missing) || known.contains("") ||
                             (!codes[k].is_number && missing == MissingFields::words_are_zero);
        if (!is_fine) say(i, column, "is missing");
        continue;
      }
      if (!codes[k].is_number) {
        if (known.contains(words[i])) continue;
        say(i, column, "has the word " + readers::shown(words[i]) + ", which the model does not know");
        out.unknown_words.emplace_back(i, places[k]);
        continue;
      }
      const auto number =
          words.empty() ? std::optional(column.numbers[i]) : readers::decimal(words[i], table.decimal_mark);
      if (!number)
        say(i, column, "is " + readers::shown(words[i]) + ", which is no number");
      else if (std::abs(*number) > largest_number)
        say(i, column, "is " + core::shortest(*number) + ", which is beyond 1e100");
    }
  }
  return out;
}

Inputs inputs_of(const RawTable& table, const std::vector<std::size_t>& columns, Words words,
                 MissingFields missing) {
  if (words == Words::integer) return inputs_of(with_integer_codes(table, columns), columns, Words::refused);
  return encoded(table, columns, codes_of(table, columns, words, missing), missing);
}

} // namespace datasets::encoding
