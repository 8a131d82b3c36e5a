#pragma once
#include <span>
#include <string>

#include "results/record/columns.hpp"
#include "results/record/study_card.hpp"

namespace results {

/// SHA-256, 64 lower-case hexadecimal digits, of what a study found: the same for every number of threads,
/// every history of interruptions and every order in which a config lists its settings. Hashed are, in this
/// order,
///
///   "marginlab data 2\n"; every value's name, sorted, each with a newline; a newline; every series' name
///   "<table>.<column>", sorted, each with a newline;
///   for each row, sorted by (setting's key, replicate): the key's 32 characters, replicate and outcome as
///   int32, its values in the order of the names as float64, and for each series in the order of the names
///   its length in this row as int32 and its numbers as float64, all little-endian, every NaN as
///   7ff8000000000000;
///   for each failure, sorted by (key, replicate): "<setting>/<replicate>", stage and error, each with a zero
///   byte.
///
/// Time spent, replay commands and provenance are left out; so are the signal that ended a cell's process,
/// which the error names, and what it wrote to standard error, which may hold addresses and times.
std::string data_hash(const StudyCard& card, const Rows& rows, std::span<const Failure> failures);

/// SHA-256, 64 lower-case hexadecimal digits, of what data_hash leaves out and a table rests on: which
/// setting stands at which place of the design, and the printed numbers it is held against. Hashed are, each
/// text with a zero byte behind it and a zero byte behind each of these parts,
///
///   "marginlab design 1\n"; the paper, the study;
///   each point, sorted by its coordinates: axis and value of each coordinate, sorted by axis; the setting's
///   key;
///   each value of an axis that stands for another: axis, value, the other;
///   each printed number in the card's order: its coordinates, metric, value, se, sd;
///   each printed count of a test in the card's order: its coordinates, row, column, count;
///   the word of what is comparable, how many replications and how many data sets the paper is over.
///
/// Titles, labels, the layout, conventions and deviations are left out, and so is the number of replications.
std::string design_hash(const StudyCard& card);

} // namespace results
