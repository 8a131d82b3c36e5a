#pragma once
#include <string>

#include "results/record/columns.hpp"
#include "results/record/json_value.hpp"
#include "results/report/table/table.hpp"
#include "results/report/verdicts/blocks.hpp"

namespace results {

/// The report of a study for a program to read, every number with all its digits: docs/json.md has the shape.
/// Throws UserError where the layout does not fit the design.
std::string json_of(const Results& results);

// Parts that other answers have as well.

OrderedJson counts_json(const VerdictCounts& counts);
OrderedJson counts_json(const BlockCounts& counts);
OrderedJson summary_json(const Summary& summary);

} // namespace results
