#pragma once
#include <optional>
#include <string>
#include <vector>

#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

enum class Header { none, first_line };

/// What becomes of a row that has more or fewer fields than the first line.
enum class Uneven {
  refused, ///< the file is
  kept     ///< it keeps its place among the others, unless half of the rows are such
};

/// How fields are told apart.
struct CsvFormat {
  char delimiter = ',';         ///< ' ' means any run of blanks and tabs, those at the ends of a line ignored
  Header header = Header::none; ///< without one the columns are called 1, 2, ...
  std::vector<std::string> missing{}; ///< fields that stand for no value, beside the empty one
  char decimal_mark = '.';
  Uneven uneven = Uneven::refused;
};

/// Text of one row a line. A field in double quotes may hold delimiters, line ends and "" for a quote; blanks
/// around an unquoted field are dropped. LF, CRLF, a byte order mark, blank lines and a last line without its
/// end are all fine. Throws UserError with file, line and text for rows of another length than the first
/// unless they are kept, a quote that is not closed or is followed by text, a NUL byte, and column names that
/// are empty or stand twice. A line of names that is one short belongs to rows that begin with a name of
/// their own, as R writes them: the first column is then one without a name. A first line `sep=;` is none of
/// the table's.
RawTable read_csv(const TextFile& file, const CsvFormat& format);

/// The delimiter of a first line such as `sep=;`, which spreadsheets write; none without such a line.
std::optional<char> separator_line(std::string_view text);

/// The fields of at most so many rows, up to the first that cannot be divided.
std::vector<std::vector<std::string>> first_rows(const TextFile& file, char delimiter, std::size_t most);

} // namespace datasets::readers
