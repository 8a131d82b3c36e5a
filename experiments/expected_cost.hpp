#pragma once
#include "experiments/setting.hpp"

namespace experiments {

/// Seconds of processor time one cell of this setting takes, roughly: the order in which cells start and the
/// estimate of `plan` rest on it, no number does.
double expected_cost(const Setting& setting);

} // namespace experiments
