#pragma once
#include "results/report/document.hpp"

namespace results {

/// The table in the paper's shape: our means with their Monte Carlo standard errors, the best of a row
/// strong. An improvement is printed without its standard error, as the papers do; the comparison has it.
Grid paper_grid(const Table& table);

/// A row of each cell, what the paper prints and what we have, and behind an average over an axis one of
/// each of its parts, which name their values on it. A printed standard deviation is not a standard error and
/// is left out; so is what does not exist.
std::vector<LongRow> long_rows(const Table& table, const StudyCard& card);

/// Ours, with the replicates behind it where some are missing.
Entry our_entry(const Table& table, const std::optional<TableCell>& cell, const TableColumn& column);

/// The mean, or why there is none: "failed 3/100".
std::string mean_of(const TableCell& cell, int decimals);

/// "match"; "not counted" of an improvement that the paper prints.
std::string verdict_word(const Table& table, const TableColumn& column, const TableCell& cell);

/// "k = 9": the value a cell shows of a collapsed axis; empty where none was chosen.
std::string choice_of(const Table& table, const TableCell& cell);

std::vector<std::string> labels_of(const std::vector<Axis>& axes);

/// What stands beside a mean of fewer replicates than planned, "[97/100]", or of values put in for those of
/// failed ones, "[3 put in]", or both; empty where neither is so.
std::string shortfall(const Summary& ours, std::int32_t planned);

/// A value where its axis is not named beside it: "Example 1", but "λ = 0.1".
std::string value_phrase(const Axis& axis, const std::string& label);

/// What so many values of an axis are called: "3 data sets", "1 value of λ".
std::string counted_values(const Axis& axis, std::size_t count);

/// Where something lies on an axis: "on" a data set, "at" a value.
std::string preposition(const Axis& axis);

/// Where something with these labels stands: "Example 2, SVM_L"; absent places are left out.
std::string place_phrase(const std::vector<Axis>& axes, const std::vector<std::string>& labels);

/// Where a cell stands, without its metric: "Example 2, SVM_L, Platt's"; absent places are left out.
std::string place_phrase(const Table& table, const TableRow& row, const TableColumn& column);

inline constexpr const char* dagger = "\u2020";

} // namespace results
