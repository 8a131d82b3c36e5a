#pragma once
#include <string>

#include "results/results.hpp"

namespace results {

/// What compares methods with each other, as further lines of csv_of, without its header: nothing where a
/// layout has neither.
///
/// A pair whose order is judged (Comparable::order) stands at the place of its first method under the metric
/// "mse_minus_platt", with the differences of the published numbers and of ours. A count of paired tests
/// stands at the place of its row's method under the metric "mcre_above_platt"; n is out of how many, n_ok
/// how many could be tested; it has no verdict.
std::string comparisons_csv(const Results& results);

} // namespace results
