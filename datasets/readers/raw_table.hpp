#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace datasets::readers {

/// One column as a file has it: numbers where every field is one or is missing, words otherwise.
struct Column {
  std::string name;
  std::vector<double> numbers{};       ///< [n], NaN = missing; empty for a column of words
  std::vector<std::string> words{};    ///< [n], "" = missing; empty for a column of numbers
  std::vector<std::string> declared{}; ///< every value the file's header allows, in its order, if it says so
  bool is_named = true;                ///< false: the file gives it none, `name` is its number

  bool is_numeric() const { return words.empty(); }
};

/// A row that is kept in its place although it does not fit the others, and what is wrong with it, as the
/// end of a sentence. All its fields count as missing.
struct UnevenRow {
  std::size_t row; ///< 0-based
  std::string problem;
};

/// What a file says, before anything is made of it. Rows are in the order of the file.
struct RawTable {
  std::string file; ///< for messages
  std::vector<Column> columns{};
  std::vector<std::size_t> lines{}; ///< [n], the line each row begins in, from 1; empty where there are none
  char decimal_mark = '.';          ///< what stands before the decimals
  std::vector<UnevenRow> uneven{};  ///< in the order of the file; none unless the reader was to keep them

  std::size_t rows() const;

  /// "iris.csv:17: column 3 ('width')", the beginning of every message about a field.
  std::string place(std::size_t row, std::size_t column) const;
};

/// The column a person means: by its name, or by its number from 1, where first and last are words as well.
/// Throws UserError with the names there are.
std::size_t column_index(const RawTable& table, const std::string& wanted);

/// The field as printable text in quotes, cut after 40 characters.
std::string shown(std::string_view field);

/// A decimal number with blanks around it and a plus sign allowed; nothing else (no hexadecimal, inf or nan).
/// Its decimals stand behind `mark`.
std::optional<double> decimal(std::string_view field, char mark = '.');

/// A column of these fields: of numbers if every field is a decimal or missing, and at least one is not
/// missing.
Column typed(std::string name, const std::vector<std::string_view>& fields, char mark = '.');

/// The names that a list divided by commas has. A name with a comma stands in double quotes, in which "" is a
/// quote.
std::vector<std::string> names_in_list(std::string_view text);

/// The list of these names that names_in_list reads back.
std::string list_of_names(const std::vector<std::string>& names);

} // namespace datasets::readers
