#pragma once
#include <cstdint>
#include <string>

#include "results/record/columns.hpp"
#include "results/record/study_card.hpp"

// What a sound study is. Cards and rows come out of files that anybody may have written, and every reader
// asks here before it believes one; every writer asks before it stores one. Each function names the first
// rule that is broken, as a clause, and returns "" where none is.
namespace results {

/// The most replications a stored study may have, more than any config may ask for.
constexpr std::int32_t most_replications = 10'000'000;

/// The most cells a study may have, settings times replications: their index alone takes half a gigabyte.
constexpr std::int64_t most_cells = 10'000'000;

/// That a stored card may ask for, most of which need not be there.
constexpr std::int64_t most_stored_cells = 100'000'000;

/// Numbers are in their ranges, names and labels no longer than a table can show; names of axes, their
/// values, settings and metrics are not empty and stand once; each point lies on values of the axes and has a
/// setting; there are settings where there are points; the layout, the improvement and the ranks name axes,
/// values and metrics of the study. Cost: one pass.
std::string fault_of(const StudyCard& card);

/// The columns have one length, their names are free, rows are sorted, each cell once, its setting is on the
/// card and its replicate counted from 0; points of a series are sorted, of rows, and even. Cost: one pass.
std::string fault_of(const StudyCard& card, const Rows& rows);

} // namespace results
