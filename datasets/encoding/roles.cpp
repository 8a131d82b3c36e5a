#include "datasets/encoding/roles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/contract.hpp"
#include "datasets/readers/arff_tokens.hpp"

namespace datasets::encoding {
namespace {

using readers::Column;
using readers::RawTable;

constexpr std::size_t fewest_rows = 5;    ///< of fewer, all different words and numbers say nothing
constexpr std::size_t many_words = 20;    ///< more different ones than half the rows are texts
constexpr std::size_t most_dates = 12;    ///< more different ones are no words of a few
constexpr std::size_t most_codes = 12;    ///< more different numbers are no codes
constexpr std::size_t rows_of_an_id = 30; ///< so many whole numbers are seldom all different by chance

bool in(int least, int value, int most) {
  return least <= value && value <= most;
}

/// Three whole numbers with the same -, / or . between them of which one may be a year, and perhaps a time.
bool is_date(std::string_view text) {
  std::array<int, 3> parts{};
  std::array<std::size_t, 3> digits{};
  char between = 0;
  std::size_t part = 0, at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c >= '0' && c <= '9' && digits[part] < 4) {
      parts[part] = 10 * parts[part] + (c - '0');
      ++digits[part];
    } else if (part < 2 && (c == '-' || c == '/' || c == '.') && (between == 0 || between == c)) {
      between = c;
      ++part;
    } else {
      break;
    }
  }
  const bool has_time = at < text.size() && (text[at] == ' ' || text[at] == 'T') &&
                        text.find(':', at) != std::string_view::npos;
  if (part != 2 || (at < text.size() && !has_time)) return false;
  const bool year_first = digits[0] == 4, year_last = digits[2] == 4 || digits[2] == 2;
  const int month = parts[1], other = year_first ? parts[2] : parts[0];
  const bool fits = in(1, month, 12) ? in(1, other, 31) : in(1, month, 31) && in(1, other, 12);
  return (year_first != year_last || digits[2] == 2) && fits &&
         (year_first ? in(1, static_cast<int>(digits[2]), 2) : in(1, static_cast<int>(digits[0]), 2));
}

bool looks_missing(const std::string& word) {
  static const std::set<std::string> marks{"-",    "--",      ".",   "..",      "*",    "nan",  "n/a",
                                           "#n/a", "na",      "nil", "missing", "null", "none", "<na>",
                                           "inf",  "unknown", "?",   "-inf",    "nd",   "n.a.", "#value!"};
  return marks.contains(readers::lower_case(word));
}

bool is_any_number(const std::string& word) {
  return readers::decimal(word) || readers::decimal(word, ',');
}

/// The different words of a column, and how many rows have one.
struct Vocabulary {
  std::set<std::string> words;
  std::size_t rows = 0;
};

Vocabulary vocabulary_of(const Column& column) {
  Vocabulary out;
  for (const std::string& word : column.words) {
    if (word.empty()) continue;
    out.words.insert(word);
    ++out.rows;
  }
  return out;
}

/// Whether these are numbers among which a few words stand, and no codes.
bool are_spoilt_numbers(const Vocabulary& words) {
  std::size_t numbers = 0;
  bool others_are_marks = true;
  for (const std::string& word : words.words) {
    const bool is_number = is_any_number(word);
    numbers += is_number ? 1 : 0;
    others_are_marks = others_are_marks && (is_number || looks_missing(word));
  }
  const bool repeat = words.rows > words.words.size();
  return 2 * numbers > words.words.size() && (numbers > most_codes || others_are_marks || !repeat);
}

Role role_of_words(const Column& column) {
  if (!column.declared.empty()) return Role::words;
  const Vocabulary words = vocabulary_of(column);
  if (words.rows == 0) return column.is_named ? Role::words : Role::empty;
  if (std::all_of(words.words.begin(), words.words.end(), is_date)) return Role::dates;
  const std::size_t different = words.words.size();
  const bool all_differ = different == words.rows && words.rows >= fewest_rows;
  if (!column.is_named && all_differ) return Role::row_number;
  const bool are_texts = all_differ || (different > many_words && 2 * different > words.rows);
  return are_texts && !are_spoilt_numbers(words) ? Role::texts : Role::words;
}

/// How whole numbers that are all different stand.
enum class Numbering { none, different, consecutive };

Numbering numbering_of(const std::vector<double>& numbers) {
  bool consecutive = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != std::floor(numbers[i])) return Numbering::none; // nor where it is missing
    consecutive = consecutive && (i == 0 || numbers[i] == numbers[i - 1] + 1);
  }
  if (numbers.size() < 2) return Numbering::none;
  if (consecutive) return Numbering::consecutive;
  std::vector<double> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  const bool differ = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  return differ ? Numbering::different : Numbering::none;
}

bool is_name_of_row_numbers(const std::string& name) {
  const std::string lower = readers::lower_case(name);
  for (const char* word : {"id", "index", "row", "rowid", "row_id", "rownum", "nr", "no", "obs", "rownames"})
    if (lower == word) return true;
  return lower.ends_with("_id") || lower.ends_with(".id") || lower.ends_with(" id");
}

/// As pandas calls a column that had no name when it was written.
bool is_without_name(const Column& column) {
  return !column.is_named || column.name.starts_with("Unnamed: ");
}

/// In a file in which no column has a name only the first can number the rows, and in order.
bool numbers_rows(const RawTable& table, std::size_t j, Numbering numbering) {
  if (numbering == Numbering::none || !is_without_name(table.columns[j])) return false;
  const bool any_named = std::any_of(table.columns.begin(), table.columns.end(),
                                     [](const Column& column) { return column.is_named; });
  return any_named ? true : j == 0 && numbering == Numbering::consecutive && table.rows() >= fewest_rows;
}

bool may_number_rows(const Column& column, Numbering numbering) {
  if (numbering == Numbering::consecutive) return column.numbers.size() >= fewest_rows;
  return numbering == Numbering::different &&
         (column.numbers.size() >= rows_of_an_id ||
          (column.numbers.size() >= fewest_rows && is_name_of_row_numbers(column.name)));
}

std::string called(const RawTable& table, std::size_t j) {
  return table.columns[j].is_named ? "column " + readers::shown(table.columns[j].name)
                                   : "column " + std::to_string(j + 1) + " has no name and";
}

/// How a person writes it in a list of columns, in a shell.
std::string ignore(const RawTable& table, std::size_t j) {
  const std::string list = readers::list_of_names({table.columns[j].name});
  const bool plain =
      list.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
      std::string::npos;
  return "--ignore " + (plain ? list : "'" + list + "'");
}

const std::string& first_word(const Column& column) {
  return *std::find_if(column.words.begin(), column.words.end(),
                       [](const std::string& word) { return !word.empty(); });
}

/// Where the first field stands that is no number.
void refuse_spoilt_number(const RawTable& table, std::size_t j) {
  const auto& words = table.columns[j].words;
  for (std::size_t i = 0; i < words.size(); ++i)
    core::require(words[i].empty() || readers::decimal(words[i], table.decimal_mark), [&] {
      return table.place(i, j) + " is " + readers::shown(words[i]) +
             ", which is no number. Most fields of the column are numbers. Correct the row, treat it as "
             "missing with missing=" +
             words[i] + ", or leave the column out with " + ignore(table, j) + ".";
    });
}

} // namespace

std::vector<std::string> Roles::left_out(const RawTable& table) const {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < of.size(); ++j)
    if (of[j] == Role::row_number || of[j] == Role::empty || of[j] == Role::ignored)
      names.push_back(table.columns[j].name);
  return names;
}

std::vector<std::size_t> columns_in_list(const RawTable& table, const std::string& list) {
  std::vector<std::size_t> columns;
  for (const auto& column : table.columns)
    if (column.name == list) return {readers::column_index(table, list)};
  for (const std::string& name : readers::names_in_list(list))
    columns.push_back(readers::column_index(table, name));
  return columns;
}

std::size_t last_column(const RawTable& table) {
  std::size_t j = table.columns.size() - 1;
  const auto is_empty = [](const Column& column) {
    return !column.is_named && !column.is_numeric() &&
           std::all_of(column.words.begin(), column.words.end(),
                       [](const std::string& word) { return word.empty(); });
  };
  while (j > 0 && is_empty(table.columns[j])) --j;
  return j;
}

Roles roles_of(const RawTable& table, std::size_t label, const std::vector<std::size_t>& ignored,
               bool leaves_out_row_numbers) {
  Roles roles;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const Column& column = table.columns[j];
    const bool is_ignored = std::find(ignored.begin(), ignored.end(), j) != ignored.end();
    if (j == label || is_ignored) {
      roles.of.push_back(j == label ? Role::label : Role::ignored);
      continue;
    }
    roles.of.push_back(column.is_numeric() ? Role::numbers : role_of_words(column));
    const Numbering numbering = column.is_numeric() ? numbering_of(column.numbers) : Numbering::none;
    if (leaves_out_row_numbers && numbers_rows(table, j, numbering)) roles.of.back() = Role::row_number;
    if (roles.of.back() != Role::row_number && may_number_rows(column, numbering))
      roles.notes.push_back(table.file + ": column " + readers::shown(column.name) +
                            " has another whole number in every row and is taken for an input; if it numbers "
                            "the rows, say " +
                            ignore(table, j) + ".");
  }
  const bool any_input = std::any_of(roles.of.begin(), roles.of.end(), [](Role role) {
    return role == Role::numbers || role == Role::words || role == Role::dates || role == Role::texts;
  });
  for (std::size_t j = 0; j < roles.of.size(); ++j) {
    Role& role = roles.of[j];
    if (role == Role::row_number && (!any_input || !leaves_out_row_numbers))
      role = table.columns[j].is_numeric() ? Role::numbers : Role::texts;
    if (role == Role::row_number)
      roles.notes.push_back(table.file + ": " + called(table, j) +
                            (table.columns[j].is_numeric() ? " numbers" : " names") +
                            " the rows, so it is left out; ignore=none keeps it.");
    if (role == Role::empty)
      roles.notes.push_back(table.file + ": " + called(table, j) + " is empty, so it is left out.");
    const bool is_input =
        role == Role::numbers || role == Role::words || role == Role::dates || role == Role::texts;
    if (is_input) roles.inputs.push_back(j);
  }
  return roles;
}

void require_few_words(const RawTable& table, const Roles& roles) {
  for (const std::size_t j : roles.inputs) {
    const Column& column = table.columns[j];
    if (column.is_numeric() || !column.declared.empty()) continue;
    const Vocabulary words = vocabulary_of(column);
    const std::string what = table.file + ": column " + readers::shown(column.name);
    const std::string how = " Leave it out with " + ignore(table, j) + ".";
    if (are_spoilt_numbers(words)) refuse_spoilt_number(table, j);
    core::require(roles.of[j] != Role::dates || words.words.size() <= most_dates, [&] {
      return what + " has dates, such as " + readers::shown(first_word(column)) +
             ". A date is no number, and " + std::to_string(words.words.size()) +
             " different ones are no classes." + how;
    });
    core::require(roles.of[j] != Role::texts, [&] {
      return what + " has " + std::to_string(words.words.size()) + " different words in " +
             std::to_string(words.rows) + " rows, such as " + readers::shown(first_word(column)) +
             ". Each would become an input of its own." + how;
    });
  }
}

} // namespace datasets::encoding
