#pragma once
#include <string>

#include "core/probability/estimate.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// What fit prints of a model of data called so: the sample, the setting, the chosen lambda with its
/// certificate, the scores on the held-out rows and their reliability diagram as a table.
std::string summary(const results::Model& model, const std::string& data);

/// What a method says of itself, where it does: the interval in which it is to be faithful, the share of
/// support vectors, the chosen threshold, and the weights of a linear one, the largest `most_weights` of
/// them.
constexpr std::size_t most_weights = 60;
std::string fact_lines(const core::Estimate& estimate, const results::Model& model);

/// Why probabilities of sparse logistic regression are not calibrated where errors cost the share of the
/// other class: the interval does not hold the share of positives of the training part. Empty where it does.
std::string doubt_of_interval(const core::Estimate& estimate, const results::Model& model);

/// The three scores, a line each.
std::string score_lines(const std::map<std::string, double>& scores);

/// The reliability diagram of the held-out rows as SVG. Throws UserError where nothing was held out.
std::string diagram(const results::Model& model);

} // namespace experiments::own_data
