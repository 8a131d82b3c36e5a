#pragma once
#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"

// The logistic function: nowhere else is an exponential turned into a probability.
namespace core {

/// 1 / (1 + exp(-z)) without overflow.
inline double sigmoid(double z) {
  const double e = exp(-std::abs(z));
  return z >= 0 ? 1 / (1 + e) : e / (1 + e);
}

/// Whether of q = sigmoid(z) so little is left that a logarithm of it or of 1 - q wants z: q itself is about
/// to underflow, or half of the digits of 1 - q are lost.
inline bool is_coarse(double q) {
  return q < 1e-300 || 1 - q < 1e-8;
}

/// 1 / (1 + exp(-z)) to the letter: what the true probabilities of the simulated data sets are drawn by.
/// Below 0 it rounds otherwise than sigmoid, and what was drawn once stays drawn.
inline double sigmoid_as_printed(double z) {
  return 1 / (1 + exp(-z));
}

/// log sigmoid(z), without overflow, with all its digits however far out z is.
inline double log_sigmoid(double z) {
  return -(std::max(0.0, -z) + elementary::log1p_of_share(exp(-std::abs(z))));
}

} // namespace core
