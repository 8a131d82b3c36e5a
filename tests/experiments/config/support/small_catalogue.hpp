#pragma once
#include "experiments/catalog/methods.hpp"

namespace experiments {

/// A catalogue just large enough for the shipped configs: two data sets, two classifiers, two methods, two
/// criteria, three metrics. Every kind of parameter and every kind of condition occurs in it.
Catalogue small_catalogue();

} // namespace experiments
