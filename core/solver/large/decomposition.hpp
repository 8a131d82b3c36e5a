#pragma once
#include "core/solver/large/large_fit.hpp"

namespace core {

/// Solves the weighted margin problem of a large sample part by part (decomposition: Osuna, Freund & Girosi
/// 1997; Joachims 1999), with everything outside the part fixed where it stands, at either bound:
///
// min over a_W of   1/2 a_W' K_WW a_W + (K_WR a_R - lambda y_W)' a_W,   sum a_W = -sum a_R,   a_W in its
// boxes
///
/// with W the part and R the rest. W holds all free variables and, by the terms of the duality gap, the
/// observations outside that are farthest on the wrong side, or nearest to it. Its problem is solved by pairs
/// (core/solver/margin/smo.hpp), near the end by elbow descent (core/solver/margin/active_set_solver.hpp),
/// from where it stands; the gradient of all observations follows the variables that have moved, so that a
/// round costs n times their number.
///
/// It starts from the sides that a third of the sample gives, which is solved to a rough gap in the same way
/// with lambda in proportion: all variables at a bound but one, which makes their sum zero. Most observations
/// that support the answer are then at their bound before the first round, and never enter a part.
///
/// The certificate is that of the whole problem, from Ka computed afresh (core/solver/margin/certify.hpp).
/// Where too many variables are free, or rounds do not bring the rule's gap, `solve` goes on from there. A
/// pure function of its arguments. Cost: two products with the columns of the support vectors, and about one
/// more over all rounds; |W|^2 numbers.
LargeFit solve_by_decomposition(const WeightedDual& problem, const StoppingRule& rule = {});

/// The same from the answer at another lambda, for the same boxes: its sides and its field stand, so that
/// only what moves is paid for. What came before moves an answer within its certificate.
LargeFit solve_by_decomposition(const WeightedDual& problem, const LargeFit& near,
                                const StoppingRule& rule = {});

} // namespace core
