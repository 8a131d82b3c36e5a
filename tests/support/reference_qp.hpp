#pragma once
#include "core/solver/margin/weighted_dual.hpp"

// Two slow ways to the optimum of the dual that share no code with the solvers. Out of line, because their
// decompositions are what costs a compiler most.
namespace tests {

double dual_objective(const core::WeightedDual& problem, const core::Vector& a);

/// The optimum in the paper's units, -min/lambda, by trying every assignment of {lower, upper, free} to the
/// variables and solving the equations of the free ones. Exact for any Gram matrix: some optimum is the only
/// solution of its free variables' equations. n at most 6 or so: cost 3^n.
double optimum_by_enumeration(const core::WeightedDual& problem);

/// Euclidean projection onto {sum a = 0} within the boxes by bisection on the shift.
core::Vector project_by_bisection(const core::WeightedDual& problem, const core::Vector& a);

/// The optimum in the paper's units by accelerated projected gradient steps (Beck & Teboulle 2009) with
/// restarts.
double optimum_by_projected_gradient(const core::WeightedDual& problem, int steps);

} // namespace tests
