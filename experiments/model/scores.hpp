#pragma once
#include <string>

#include "experiments/catalog/setting.hpp"
#include "experiments/model/choices.hpp"
#include "experiments/model/sample.hpp"

// A column of scores that another program has given the rows: what is learned from in the place of inputs.
namespace experiments::own_data {

/// Whether the setting calibrates given scores.
bool reads_scores(const Setting& setting);

/// Throws UserError where scores are asked for without a method that calibrates them, or something is said of
/// scores without a column.
void require_scores(const Words& words);

/// That the scores are one column of numbers, and where they are called probabilities each in [0, 1]; empty
/// where no column is named.
InputCheck check_of_scores(const Words& words);

/// What is wrong with a value in the column, in words behind its name; empty: nothing.
std::string problem_of_score(const Setting& setting, double value);

} // namespace experiments::own_data
