#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "datasets/encoding/inputs.hpp"

namespace datasets::encoding {

/// How one column of a file becomes inputs, kept so that another file can be encoded alike.
struct ColumnCode {
  std::string name;
  bool is_number = true;
  std::vector<std::string> words{}; ///< of a column of words: those that have an indicator, in order; "" is
                                    ///< the missing one, and a column of numbers may have a second code of it
};

/// The refusal of a column of words where words are refused.
struct WordsRefused : core::UserError {
  using UserError::UserError;
};

/// The codes by which inputs_of encodes these columns. Throws UserError as it does, and WordsRefused.
std::vector<ColumnCode> codes_of(const readers::RawTable& table, const std::vector<std::size_t>& columns,
                                 Words words, MissingFields missing = MissingFields::words_are_zero);

/// Inputs by given codes, whose names are those of the columns; a second code of a column follows its first.
/// Throws UserError with file, line, column and text where a value is missing that may not, a field is no
/// number, or a word has no indicator (with those that have). Cost: n p log of the words.
Inputs encoded(const readers::RawTable& table, const std::vector<std::size_t>& columns,
               const std::vector<ColumnCode>& codes, MissingFields missing = MissingFields::words_are_zero);

/// These columns of the table in their order. Throws UserError with file, line, column and text where a value
/// is missing that may not or a field is no number.
Inputs inputs_of(const readers::RawTable& table, const std::vector<std::size_t>& columns, Words words,
                 MissingFields missing = MissingFields::words_are_zero);

/// What keeps each row from being encoded, as the end of a sentence about it; empty where nothing does.
struct RowProblems {
  std::vector<std::string> of{};                                    ///< [n]
  std::vector<std::pair<std::size_t, std::size_t>> unknown_words{}; ///< row, column
};
RowProblems row_problems(const readers::RawTable& table, const std::vector<std::size_t>& columns,
                         const std::vector<ColumnCode>& codes, MissingFields missing);

} // namespace datasets::encoding
