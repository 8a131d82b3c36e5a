#pragma once
#include "results/journal/scan.hpp"
#include "results/record.hpp"

// A cell may be stored more than once: repeated after a failure, or by a merge of journals.
namespace results {

/// Does a later line of the same cell take the place of this one? Only of a failure: published numbers do not
/// change under their reader.
inline bool is_replaceable(Outcome earlier) {
  return earlier == Outcome::failed;
}

/// Did two finished computations of one cell come to different outcomes or to values or series with different
/// bits? All NaN are one; time spent does not count, and a failure contradicts nothing.
bool disagree(const Record& one, const Record& other);

/// Adds the cell to report.conflicts, once. Cells must come in sorted order.
void note_conflict(JournalReport& report, const Key& key);

} // namespace results
