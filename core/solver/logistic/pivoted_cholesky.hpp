#pragma once
#include "core/solver/logistic/kernel_logistic_fit.hpp"

namespace core {

/// K = G G' + E with G [n x rank] and E positive semidefinite, of which the diagonal is kept.
struct LowRank {
  Matrix factor; ///< G
  Vector rest;   ///< diagonal of E [n]
};

/// Cholesky's factorisation of the Gram matrix with the largest remaining diagonal entry as the next pivot,
/// stopped at this rank or where no entry of the rest is above `rest`. Cost n rank^2, and one column of K for
/// each rank.
LowRank pivoted_cholesky(const GramRows& sample, Eigen::Index most_rank, double rest);

} // namespace core
