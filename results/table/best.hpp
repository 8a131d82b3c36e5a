#pragma once
#include "results/table/table.hpp"

namespace results {

/// Marks in each row the best cell of `metric` across the columns, and every cell that is level with it as
/// printed. Only finite means compete, and only where there are at least two of them.
void mark_best(Table& table, const std::string& metric);

} // namespace results
