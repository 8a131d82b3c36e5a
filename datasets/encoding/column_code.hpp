#pragma once
#include <string>
#include <vector>

#include "datasets/encoding/inputs.hpp"

namespace datasets::encoding {

/// How one column of a file becomes inputs, kept so that another file can be encoded alike.
struct ColumnCode {
  std::string name;
  bool is_number = true;
  std::vector<std::string> words{}; ///< of a column of words: those that have an indicator, in order
};

/// The codes by which inputs_of encodes these columns. Throws UserError as it does where words are refused.
std::vector<ColumnCode> codes_of(const readers::RawTable& table, const std::vector<std::size_t>& columns,
                                 Words words);

/// Inputs by given codes: codes[j] is that of column columns[j]. A missing word is 0 in all its indicators.
/// Throws UserError with file, line, column and text where a number is missing, a field is no number, or a
/// word has no indicator (with those that have).
Inputs encoded(const readers::RawTable& table, const std::vector<std::size_t>& columns,
               const std::vector<ColumnCode>& codes);

} // namespace datasets::encoding
