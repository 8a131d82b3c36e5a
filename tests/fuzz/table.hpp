#pragma once
#include <stdexcept>

#include "datasets/readers/raw_table.hpp"

namespace fuzz {

/// What every reader of tables promises of the table it returns.
inline void expect_even(const datasets::readers::RawTable& table) {
  const std::size_t n = table.rows();
  if (n == 0 || table.lines.size() != n)
    throw std::logic_error("a table without rows, or without their lines");
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const auto& column = table.columns[j];
    if ((column.is_numeric() ? column.numbers.size() : column.words.size()) != n)
      throw std::logic_error("uneven columns at " + table.place(n - 1, j));
  }
}

} // namespace fuzz
