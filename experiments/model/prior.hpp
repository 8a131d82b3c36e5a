#pragma once
#include "experiments/model/predict.hpp"

// Probabilities where the positive class is rarer, or more frequent, than among the training rows.
namespace experiments::own_data {

/// Throws UserError unless the prior is inside (0, 1) and the model is of two classes, both of which it has
/// learned from.
void require_prior(double prior, const results::Model& model);

/// What the model says of rows among which a share `prior` is positive
/// (core/probability/scaling/prior_shift.hpp). The share that it has learned from is that of its training
/// rows.
void correct(Predictions& predictions, double prior, const results::Model& model);

} // namespace experiments::own_data
