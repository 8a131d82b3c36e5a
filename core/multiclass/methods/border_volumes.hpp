#pragma once
#include "core/sample/types.hpp"

// The shares h_k(p) of the simplex of weights at which class k has the largest pi_k p_k (Wu, Zhang & Liu
// 2010, section 3.2), and the probabilities that given shares belong to (their eq. 9).
//
// pi uniform on the simplex is a vector of independent exponential variables E_k over their sum, so h_k(p) =
// P(p_k E_k is the largest of the p_j E_j). The smallest of those in a set S is the j-th with probability r_j
// / sum_S r, r = 1/p; leaving out the smallest again and again gives
//
//   V(all) = 1,   V(S \ j) += V(S) r_j / sum_S r,   h_k = V({k}):
//
// every term positive, K 2^(K-1) of them. With theta = log p, h is the gradient of the convex function
// E max_k (theta_k + log E_k), so its Jacobian is symmetric and positive semidefinite with the constants as
// its null space, and (9) has one solution for every interior vector of shares.
namespace core {

struct BorderVolumes {
  Vector share;    ///< h [K], positive, of sum one
  Matrix jacobian; ///< dh / d theta [K x K]
};

/// At theta = log p [K], up to a constant. Throws std::logic_error unless 2 <= K <= 8. Cost K^2 2^K.
BorderVolumes border_volumes(const Vector& theta);

/// log p [K], with p of sum one, such that h(p) = share [K]: Newton's method on the logarithms of ratios of
/// shares, with steps halved until the residual falls. Right to 1e-10 in log h, in five steps or so. Throws
/// std::logic_error unless every share is positive.
Vector log_probability_of_shares(const Vector& share);

} // namespace core
