#pragma once
#include <string>
#include <vector>

#include "results/record/columns.hpp"

namespace results {

/// One thing that two files say differently of a cell.
struct DifferingValue {
  std::string name; ///< of the value; status; stage or error of a failed cell; "criterion.value[3]"
  std::string a, b; ///< the shortest decimals that read back as the same doubles; the words of an outcome
};

struct DifferingCell {
  Key key;
  std::vector<DifferingValue> values;
};

/// Two results files cell by cell, every bit.
struct CellComparison {
  std::size_t same = 0, different = 0;    ///< cells both have
  std::size_t only_a = 0, only_b = 0;     ///< cells of settings both have, stored by one alone
  std::size_t others_a = 0, others_b = 0; ///< cells of settings the other file does not have
  std::vector<DifferingCell> first{};     ///< differing cells in the order of their keys, the first few

  bool is_equal() const { return different + only_a + only_b + others_a + others_b == 0; }
};

/// Cells are matched by key. Compared are outcome, every value and every series bit by bit, and of failed
/// cells stage and error: what data_hash covers. All NaN are one; a value that one file has no name for is
/// NaN, and a series of nothing but NaN counts as none. Time, signals and standard error are not compared.
/// Cost: one look at every number of both.
CellComparison compare_cells(const Results& a, const Results& b, std::size_t listed);

} // namespace results
