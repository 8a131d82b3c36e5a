#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// Sequential minimal optimisation of the dual of core/solver/margin/weighted_dual.hpp from any feasible
/// point: pairs chosen by second-order information (Fan, Chen & Lin 2005, working set selection 2): the first
/// index has the smallest gradient among those that can rise, the second promises the largest decrease with
/// it. A pair whose curvature is not positive moves until a bound. Any boxes; converges from everywhere,
/// slowly where the kernel is of low rank. Stops at the relative gap measured at the middle of the KKT
/// interval, checked every n steps at most, or at the step limit. A step costs three passes over n.
Descent smo(const WeightedDual& problem, DualPoint start, const StoppingRule& rule);

} // namespace core
