#pragma once
#include "results/record/columns.hpp"
#include "results/report/document.hpp"

namespace results {

/// In how many cells the criterion chose an end of the lambdas it was asked at, a line for each classifier
/// and method that has any: beyond an end there may be a better one. Nothing where no cell keeps its
/// criterion's curve, or none chose an end.
Section lambda_notes(const Results& results);

} // namespace results
