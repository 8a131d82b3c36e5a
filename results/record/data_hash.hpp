#pragma once
#include <span>
#include <string>

#include "results/record/columns.hpp"

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

} // namespace results
