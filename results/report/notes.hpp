#pragma once
#include "results/record/columns.hpp"
#include "results/report/document.hpp"
#include "results/report/panels/chart.hpp"

namespace results {

/// What was left out of the averages of a table over nondegenerate replicates, and which metric was infinite:
/// one line a setting that lost any. No lines where the layout averages over all.
Section degenerate_notes(const Results& results, const Table& table);

/// What failed: what the averages do about it (Layout::failures), and a line for each group of failures that
/// say the same, with the command that runs one of them again. Empty where nothing failed.
Section failure_notes(const Results& results, const Table& table);

/// How many cells came to each verdict, what the verdicts mean, and for each cell that cannot tell how many
/// replications would settle it, or why none would. Empty where nothing is published.
Section verdict_notes(const Table& table);

/// What stands under a chart: how many points each line has, and of every marked or listed diagnostic its
/// value there and its median with the 10% and 90% quantiles over the replicates of that computation (linear
/// between order statistics). No lines where the layout asks for no chart, or none can be drawn yet.
Section chart_notes(const Results& results);

/// What stands under the tables: verdict counts, how to read a cell, conventions, known deviations, what
/// failed and how to run it again, who computed it. A section with nothing to say is left out.
std::vector<Section> notes(const Results& results, const Table& table);

} // namespace results
