#pragma once
#include <string>
#include <vector>

#include "results/page/cell_facts.hpp"
#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"

namespace results {

/// The readings of a study side by side as a section of the page: a row a reading, those of the same
/// published numbers together, with the z of its numbers on one scale, its distance to them as a bar and in
/// digits, and its verdicts. Empty where the study asks for no such comparison. Cost: one look at each cell
/// for each reading.
std::string readings_section(const Results& results, const Table& table, const std::vector<CellFacts>& cells);

/// The title of the grid of the report that says the same in digits alone.
bool is_grid_of_readings(const std::string& title);

} // namespace results
