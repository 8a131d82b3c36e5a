#pragma once
#include "results/format/document.hpp"
#include "results/table/misclassified.hpp"

namespace results {

/// A line for each test point on the wrong side of 1/2: where, which one, its class, its probability. A place
/// without one has a line that says so.
Grid misclassified_grid(const std::string& study, const MisclassifiedList& list);

/// The same as further records of csv_of (results/format/csv.hpp), the metric being "misclassified" and the
/// point, ours its probability; empty where there are none.
std::string misclassified_csv(const Results& results);

/// How to read the list, and where it is empty for want of stored predictions.
Section misclassified_notes(const MisclassifiedList& list);

} // namespace results
