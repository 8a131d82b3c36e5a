#pragma once
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

enum class Header { none, first_line };

/// How fields are told apart.
struct CsvFormat {
  char delimiter = ',';         ///< ' ' means any run of blanks and tabs, those at the ends of a line ignored
  Header header = Header::none; ///< without one the columns are called 1, 2, ...
  std::vector<std::string> missing{}; ///< fields that stand for no value, beside the empty one
};

/// Text of one row a line. A field in double quotes may hold delimiters, line ends and "" for a quote; blanks
/// around an unquoted field are dropped. LF, CRLF, a byte order mark, blank lines and a last line without its
/// end are all fine. Throws UserError with file, line and text for rows of another length than the first, a
/// quote that is not closed or is followed by text, a NUL byte, and column names that are empty or stand
/// twice.
RawTable read_csv(const TextFile& file, const CsvFormat& format);

} // namespace datasets::readers
