#pragma once
#include <string>
#include <vector>

#include "results/page/cell_facts.hpp"
#include "results/report/table/table.hpp"

namespace results {

/// Every number of a table as a section of the page: a row a cell with what the paper prints, marginlab's
/// mean and standard error, their difference and z, the replicates behind it and the verdict. Its row is what
/// the address of a cell leads to.
std::string number_table(const Table& table, const std::vector<CellFacts>& cells);

} // namespace results
