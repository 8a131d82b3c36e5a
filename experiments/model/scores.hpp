#pragma once
#include <string>
#include <vector>

#include "experiments/catalog/setting.hpp"
#include "experiments/model/choices.hpp"
#include "experiments/model/sample.hpp"

// A column of scores that another program has given the rows, or one for each class: what is learned from in
// the place of inputs.
namespace experiments::own_data {

/// Whether the setting calibrates given scores.
bool reads_scores(const Setting& setting);

/// Throws UserError where scores are asked for without a method that calibrates them, or something is said of
/// scores without a column.
void require_scores(const Words& words);

/// That the scores are columns of numbers, and where they are called probabilities each in [0, 1]; empty
/// where no column is named. `places` becomes the place of each named column among the inputs, from 1, in the
/// order of the names.
InputCheck check_of_scores(const Words& words, std::vector<double>& places);

/// Whether a sample has a column of scores for each class, or one of two classes: throws UserError where not,
/// or where a column bears the name of another class than its own. Of several columns the words then say
/// which column each class has, and a note of the sample says so in words.
void pair_scores(Words& words, const std::vector<double>& places, CodedSample& sample);

/// What is wrong with a value in a column, in words behind its name; empty: nothing.
std::string problem_of_score(const Setting& setting, double value);

} // namespace experiments::own_data
