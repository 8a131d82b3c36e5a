#pragma once
#include <string>
#include <vector>

#include "results/page/cell_facts.hpp"
#include "results/record/columns.hpp"

namespace results {

/// How one number of a table came about, from what is stored alone, a paragraph each: what it is; the data
/// behind it; the fits and their certificate; the tuning; how the mean and its standard error are made; what
/// the paper prints and the verdict. Last the command that computes its first replicate again, where a
/// setting stands behind the number. `directory` is where the run lies, as that command names it. Names come
/// from the file as they are, so the caller prints them by results::printable. Cost: one look at each
/// replicate of the cell.
std::vector<std::string> explanation_of(const Results& results, const CellFacts& cell,
                                        const std::string& directory);

} // namespace results
