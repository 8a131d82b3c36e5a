#pragma once
#include "core/sample/types.hpp"
#include "datasets/readers/raw_table.hpp"

namespace datasets::encoding {

/// What becomes of a column of words.
enum class Words {
  refused,   ///< an error: the inputs are numbers
  occurring, ///< a 0/1 column for each value that occurs in the file; in the declared order, else in that of
             ///< their bytes
  declared,  ///< a 0/1 column for each declared value, constantly 0 where it never occurs; occurring where
             ///< none is declared
  integer,   ///< one column of the numbers 1 ... k of the values that occur, in the order of their bytes
};

/// Inputs [n x p] and what their columns are called: width, or colour=red for an indicator.
struct Inputs {
  std::vector<std::string> names;
  core::Matrix x;                   ///< NaN where a value is missing and missing ones are kept
  std::vector<std::size_t> group{}; ///< [p] rising; the 0/1 inputs of one column of words share one
};

/// What becomes of fields that stand for no value.
enum class MissingFields {
  words_are_zero, ///< a missing number is an error, a missing word 0 in all its indicators
  refused,        ///< an error
  kept,           ///< NaN in every input of the column, to be filled (filling.hpp)
  marked          ///< kept, with a further 0/1 input for each column in which a value is missing
};

/// The table with these of its columns of words as columns of numbers, 1 ... k in the order of the bytes of
/// the values that occur; NaN where a word is missing.
readers::RawTable with_integer_codes(readers::RawTable table, const std::vector<std::size_t>& columns);

/// A column of equally long sequences as one column a position, each with these letters declared: 57
/// nucleotides become 57 columns of 4 letters. Throws UserError with place and text for another length or
/// letter.
std::vector<readers::Column> positions_of(const readers::RawTable& table, std::size_t column,
                                          const std::string& letters);

} // namespace datasets::encoding
