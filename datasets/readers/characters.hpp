#pragma once
#include <string>
#include <vector>

#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// A file as UTF-8 with lines that end in LF, and what a person should know of how that was made.
struct PlainText {
  TextFile file;
  std::vector<std::string> notes{}; ///< a sentence each
};

/// Drops a byte order mark, rewrites UTF-16, takes what is no UTF-8 for Windows-1252, and ends lines with LF
/// where they end with CR alone. CRLF stays. Line numbers stay as they are. Throws UserError where UTF-16 is
/// broken, and where the bytes are those of a spreadsheet, an archive, JSON or another format that holds
/// tables. Comments at the front, lines that begin with #, become empty lines. Cost: three passes.
PlainText plain_text(TextFile file);

} // namespace datasets::readers
