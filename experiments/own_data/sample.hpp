#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/labels.hpp"

namespace experiments::own_data {

/// The rows of a data set that a model may learn from or be scored on: those whose class is coded.
struct CodedSample {
  std::string file;                                  ///< for messages
  std::vector<datasets::encoding::ColumnCode> codes; ///< of the columns that are inputs, in the file's order
  std::string label;                                 ///< the name of the column with the classes
  std::int64_t label_place = 0;                      ///< its place among the columns, 0-based
  std::vector<std::string> positive, negative;       ///< the classes with rows on either side
  datasets::encoding::Inputs inputs;                 ///< [n x p], not standardised
  core::Labels y;                                    ///< [n]
  std::vector<std::int64_t> rows;                    ///< [n] their numbers in the file, from 1
};

/// Reads, encodes and codes what the choice names, and decides in it what was left open: the positive class,
/// which of two is the larger number, or else the later word. Throws UserError with file, line, column and
/// text, or where "auto" meets more than two classes.
CodedSample read_sample(core::Choice& data);

/// The rows of a table, 0-based, in which none of these columns is missing.
std::vector<std::size_t> whole_rows(const datasets::readers::RawTable& table,
                                    const std::vector<std::size_t>& columns);

} // namespace experiments::own_data
