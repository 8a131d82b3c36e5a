#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// Solves the weighted margin problem of a large sample on a part of it that grows (chunking: Vapnik 1982,
/// as Osuna, Freund & Girosi 1997 use it for support vector machines). All other a_i are zero; the part
/// starts with observations spread evenly over both classes, and each round takes in the observations outside
/// that have the largest terms of the duality gap. Where few observations support the solution, the sample
/// enters only through products with their columns of the Gram matrix, and the problems solved stay small.
///
/// The certificate is that of the whole problem (core/solver/margin/certify.hpp). Where the part comes to
/// half of the sample, or nothing outside is left to take in and the gap is still above the rule's, `solve`
/// goes on from there. Zero must lie in every box, as it does in those of a support vector machine. A pure
/// function of its arguments. Cost: a round solves one problem of the part's size and costs n |{a_i != 0}|.
DualSolution solve_in_chunks(const WeightedDual& problem, const StoppingRule& rule = {});

} // namespace core
