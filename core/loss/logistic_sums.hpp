#pragma once
#include "core/sample/types.hpp"

namespace core {

/// The cross entropy of targets t [n] in [0, 1] against sigmoid(slope x + offset), summed over x [n], with
/// its derivatives in slope and offset.
struct LogisticSums {
  double value = 0;
  double slope = 0, offset = 0;                                ///< the gradient
  double slope_slope = 0, slope_offset = 0, offset_offset = 0; ///< the Hessian
};

/// All of it in one pass, one exponential a point and one logarithm for hundreds of them, of a product. In
/// eight fixed lanes: the same bits on every level. Cost n.
LogisticSums logistic_sums(const Vector& x, const Vector& t, double slope, double offset);

/// 1 / (1 + exp(-z)) at each entry, with the bits of sigmoid(z) alone (core/loss/logistic.hpp). Cost n.
Vector sigmoids(const Vector& z);

/// L(z) and L'(z) of the loss of logistic regression, log(1 + exp(-z)), at each entry [n], with the bits of
/// Logistic::value and Logistic::slope alone. One exponential an entry; cost n.
struct LogisticTerms {
  Vector losses, slopes;
};
LogisticTerms logistic_terms(const Vector& z);

} // namespace core
