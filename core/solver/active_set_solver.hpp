#pragma once
#include "core/solver/weighted_dual.hpp"

namespace core {

/// Exact descent on the dual of core/solver/weighted_dual.hpp by an active set, from any feasible point.
///
/// The elbow E (Wang, Shen & Liu 2008, section 4) is the set of free variables whose gradients are kept
/// equal. One step either makes them equal (a Newton step on the elbow) or takes in the observation with the
/// largest term of the duality gap: it moves along the direction that keeps the elbow's gradients equal until
/// its own residual is zero, it meets its bound, or a member of the elbow does and leaves. Every move
/// minimises the objective exactly on its segment, so the objective never rises; ends are set to the bounds
/// exactly.
///
/// Where plain SMO needs thousands of pairs because the kernel is of low rank (linear kernel, wide Gaussian)
/// this needs about as many steps as observations change sides. A step costs n |E| + |E|^2. Singular K_EE are
/// met by keeping dependent points out of the elbow: they then move along a direction of no curvature until
/// something meets a bound. Stops at the relative gap (by its own gradient), at the step limit, or where
/// rounding allows no further descent.
Descent solve_by_active_set(const WeightedDual& problem, DualPoint start, const StoppingRule& rule);

} // namespace core
