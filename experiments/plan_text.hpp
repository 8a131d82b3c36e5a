#pragma once
#include <string>

#include "experiments/plan.hpp"

namespace experiments {

/// "2 data sets x 2 classifiers x 3 methods x 100 replications = 1,200 cells", with what merges said.
std::string arithmetic(const Study& study, const Plan& plan);

/// "12 settings x 100 replications = 1,200 cells": of a stored study, whose config is not asked.
std::string arithmetic(const Plan& plan);

/// One line a setting: key, labels, parameters.
std::string listing(const Plan& plan);

/// 1234567 -> "1,234,567".
std::string thousands(std::int64_t number);

} // namespace experiments
