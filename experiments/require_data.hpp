#pragma once
#include "experiments/plan.hpp"

namespace experiments {

/// Reads every data set that cells of these groups need, before anything is computed. Throws UserError with
/// one sentence for each that is missing or damaged.
void require_data(const Plan& plan, const std::vector<Group>& groups);

} // namespace experiments
