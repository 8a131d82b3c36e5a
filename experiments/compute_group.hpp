#pragma once
#include <functional>
#include <string>
#include <vector>

#include "experiments/plan.hpp"
#include "results/record.hpp"

namespace experiments {

/// Draws the group's replicate and performs its cells one after the other on one cache, handing on each
/// record as it is finished. A draw that fails makes every cell a failed record. Between cells stop(next) is
/// asked; the cells left then are dropped. Throws only what `finished` throws.
void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop);

} // namespace experiments
