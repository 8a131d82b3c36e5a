#pragma once
#include "experiments/catalog/setting.hpp"
#include "experiments/cost/training.hpp"

namespace experiments {

/// What one cell of this setting does at these sizes, as the rows of its method, classifier and criterion
/// count it: to choose lambda, and to answer. The last fit is left out of the steps where it is one more of
/// those that were compared; shared work counts by its share.
Work work_of(const Setting& setting, const Size& size);

/// Seconds of processor time one cell of this setting takes, roughly, by what its data set is known to have:
/// the order in which cells start, how cells are dealt to shards and the estimate of `plan` rest on it, no
/// number does.
double expected_cost(const Setting& setting);

/// The same at sizes that are known, whatever the setting says of its data.
double expected_cost(const Setting& setting, const Size& size);

} // namespace experiments
