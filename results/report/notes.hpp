#pragma once
#include "results/record/columns.hpp"
#include "results/report/document.hpp"

namespace results {

/// What stands under the tables of any study: how to read a cell; what was left out of averages over
/// nondegenerate replicates and which metric was infinite, a line for each setting that lost any; which
/// lambdas lie at an end of their grid; conventions and known deviations; what is missing; what failed, what
/// the averages do about it, and a line for each group of failures that say the same, with the command that
/// runs one of them again; who computed it. A section with nothing to say has no lines.
std::vector<Section> notes(const Results& results, const Table& table);

/// The cells that did not fail and have no value of a metric.
struct Lacking {
  std::size_t missing = 0;   ///< it was not computed
  std::size_t undefined = 0; ///< it was, and does not exist there (undefined_name)
};

/// Cost: one pass over the rows.
Lacking cells_without(const Results& results, const std::string& metric);

/// The holes of a report, a sentence each, which another run fills: cells that have not been run, and metrics
/// that stored cells lack. A metric that is undefined in a cell is none. Empty where every cell of the study
/// is there with all its metrics. Cost: one pass over the rows a metric.
std::vector<std::string> holes(const Results& results);

} // namespace results
