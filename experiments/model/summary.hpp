#pragma once
#include <string>
#include <vector>

#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// The method and its kernel: kernel_logistic, kernel gaussian.
std::string method_text(const results::Model& model);

/// The same with what the criterion said of it: kernel_logistic, kernel gaussian: 0.4577.
std::string tried_text(const results::Model& model);

/// How many rows of which class, and how many of them are learned from.
std::string sample_text(const results::Model& model, const std::string& data);

/// What fit prints of a model of data called so: the sample, the setting, what it was `chosen_among` (a text
/// of each, none where there was no choice), the chosen lambda with its certificate, the fitted model where
/// the method describes one, its 20 largest coefficients by the name of the input or the number of the
/// training row, the scores on the held-out rows and their reliability diagram as a table, with how many rows
/// leave the consistency band of CORP (core/metric/corp.hpp).
std::string summary(const results::Model& model, const std::string& data,
                    const std::vector<std::string>& chosen_among = {});

/// term,coefficient: the intercept, then every selected input or training row in their order. Throws
/// UserError where the method describes no model.
std::string coefficients_csv(const results::Model& model);

/// The log score of the held-out rows that the shares of the classes among the training rows have; infinite
/// where a class is not among these.
double score_of_shares(const results::Model& model);

/// What is said where the held-out rows are scored worse than by these shares; empty otherwise.
std::string score_warning(const results::Model& model);

/// The scores that there are, a line each. AUC and calibration are of two classes, AUC of rows of both.
std::string score_lines(const std::map<std::string, double>& scores);

/// The reliability diagram of the held-out rows as SVG. Throws UserError where nothing was held out.
std::string diagram(const results::Model& model);

} // namespace experiments::own_data
