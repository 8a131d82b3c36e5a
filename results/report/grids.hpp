#pragma once
#include "results/report/document.hpp"

namespace results {

/// The table in the paper's shape: our means with their Monte Carlo standard errors, the best of a row
/// strong. An improvement is printed without its standard error, as the papers do; the comparison has it.
Grid paper_grid(const Table& table);

/// One row a cell: place, metric, what the paper prints, what we have, replicates, z and the verdict.
Grid comparison_grid(const Table& table);

/// The means of a heat map, shaded.
Grid heat_map_grid(const HeatMap& map);

/// What a published number looks like in a report: value, its printed error ("(0.0028)", a standard deviation
/// in brackets), and a dagger where its Monte Carlo error had to be taken from our own spread.
Entry published_entry(const TableCell& cell);

/// What stands beside a mean of fewer replicates than planned, "[97/100]", or of values put in for those of
/// failed ones, "[3 put in]", or both; empty where neither is so.
std::string shortfall(const Summary& ours, std::int32_t planned);

/// A value where its axis is not named beside it: "Example 1", but "λ = 0.1".
std::string value_phrase(const Axis& axis, const std::string& label);

/// What so many values of an axis are called: "3 data sets", "1 value of λ".
std::string counted_values(const Axis& axis, std::size_t count);

/// Where something lies on an axis: "on" a data set, "at" a value.
std::string preposition(const Axis& axis);

/// Where a cell stands, without its metric: "Example 2, SVM_L, Our"; absent places are left out.
std::string place_phrase(const Table& table, const TableRow& row, const TableColumn& column);

inline constexpr const char* dagger = "\u2020";

} // namespace results
