#pragma once
#include "results/report/document.hpp"

namespace results {

/// The report of a study: the table in the paper's shape, the order of its methods, what averages over an
/// axis are over, paired tests, the distances of its readings, then each number beside the published one
/// (where any is), heat maps, charts, notes. Throws as tabulate does.
Document compose(const Results& results);

} // namespace results
