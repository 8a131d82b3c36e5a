#pragma once
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// What of a wanted gap the solvers aim at: their own gradients carry rounding that the certificate does not
/// forgive.
inline constexpr double aim_share = 0.01;

/// Solves the weighted margin problem of core/solver/margin/weighted_dual.hpp from a feasible start and
/// certifies the answer.
///
/// Elbow descent first, which is exact and short where the start is near. Where it stops short of the wanted
/// gap it is repeated from Ka summed in long double, then rounds of SMO and elbow descent alternate. The
/// solvers aim at aim_share of rule.relative_gap by their own gradients; the certificate
/// (core/solver/margin/certify.hpp) is computed from the answer alone. Its status is ok if and only if it
/// proves rule.relative_gap, and `iterations` counts the steps of both kinds. Where no round is good enough
/// the answer with the smallest gap is returned as not_converged: never an exception. That is to be expected
/// from max K / lambda of about 1e7 on: rounding of `a` alone moves f by about machine epsilon times max |a|
/// max K / lambda, and the bound counts the worst of it. Where it counts more than is missing, by the two
/// values as computed, no round of SMO follows. Deterministic: a function of its arguments' bits.
DualSolution solve(const WeightedDual& problem, DualPoint start, const StoppingRule& rule = {});

/// The same from a = 0 moved to the nearest feasible point.
DualSolution solve(const WeightedDual& problem, const StoppingRule& rule = {});

/// The answer that a feasible `a` [n] with field = Ka [n] stands for: the intercept by its rule, the
/// certificate, no step taken. `guess` is about where the intercept lies and changes only the cost, which is
/// n.
DualSolution certified(const WeightedDual& problem, Vector a, const Vector& field, double guess);

/// The same where Ka is right to so many units.
DualSolution certified(const WeightedDual& problem, Vector a, const Product& product, double guess);

} // namespace core
