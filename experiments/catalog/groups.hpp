#pragma once
#include <vector>

#include "experiments/catalog/methods.hpp"

// The methods a config may name, group by group.
namespace experiments {

/// A margin classifier whose decision values one calibration turns into probabilities, lambda tuned.
std::unique_ptr<core::ProbabilityEstimator> calibrated(std::unique_ptr<core::Calibration> by,
                                                       Ingredients from);

/// Scalings of the unweighted classifier's decision values.
std::vector<MethodRow> scalings();

/// Calibrations of weighted classifiers.
std::vector<MethodRow> weighted_calibrations();

/// Methods that estimate probabilities themselves.
std::vector<MethodRow> direct_methods();

/// None; a program that links further methods to the library defines this list itself.
std::vector<MethodRow> further_methods();

} // namespace experiments
