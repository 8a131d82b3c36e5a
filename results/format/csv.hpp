#pragma once
#include <string>

#include "results/record/columns.hpp"
#include "results/report/table.hpp"

namespace results {

/// The cells of a table in long form, RFC 4180 (CRLF, quotes where needed): the name of each axis, then
/// (of a collapsed axis the value shown), metric, published, published_se, ours, mcse, n_ok, n, z, verdict,
/// replicates_wanted: of a cell that cannot tell, the replications that would settle it.
/// Numbers are rounded as in every other format; what does not exist is empty. A printed standard deviation
/// is not a standard error and is left out. An average over an axis is followed by its parts, which name
/// their values on it.
std::string csv_of(const Table& table, const StudyCard& card);

/// One line of fields, each quoted where it has to be.
std::string csv_record(const std::vector<std::string>& fields);

/// The same of the name of each axis at a place, empty where it has none, and then these fields.
std::string csv_record_at(const StudyCard& card, const Coordinates& at,
                          const std::vector<std::string>& fields);

/// A number rounded, nothing for NaN.
std::string csv_number(double value, int decimals);

/// Quoted where it holds a comma, a quote or a line break.
std::string csv_field(const std::string& text);

/// What compares methods with each other, as further lines of csv_of, without its header: nothing where a
/// layout has neither.
///
/// A pair whose order is judged (Comparable::order) stands at the place of its first method under the metric
/// "mse_minus_platt", with the differences of the published numbers and of ours. A count of paired tests
/// stands at the place of its row's method under the metric "mcre_above_platt"; n is out of how many, n_ok
/// how many could be tested; it has no verdict.
std::string comparisons_csv(const Results& results);

} // namespace results
