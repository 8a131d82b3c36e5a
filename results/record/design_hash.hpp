#pragma once
#include <string>

#include "results/record/study_card.hpp"

namespace results {

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
