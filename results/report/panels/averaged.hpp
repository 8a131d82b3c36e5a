#pragma once
#include "results/record/columns.hpp"
#include "results/report/document.hpp"

namespace results {

/// What the averages of a table are over: its rows once for each value of the averaged axis, with our means
/// and their Monte Carlo standard errors, or the ranks. No rows where no axis is averaged.
Grid averaged_grid(const Table& table, const Results& results);

/// How to read those averages, and each that is infinite or missing: at which values of the axis it is so,
/// and the average over the others. No lines where no axis is averaged.
Section averaged_notes(const Table& table, const StudyCard& card);

} // namespace results
