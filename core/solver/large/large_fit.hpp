#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// A certified answer with its field, which has been paid for.
struct LargeFit : DualSolution {
  Vector field; ///< Ka [n]
  double units =
      0; ///< to which each entry is right, of 2^-53 sqrt(K_ii) sum_j sqrt(K_jj) |a_j|; 0 where unknown

  Vector decision() const { return (field / lambda).array() + beta_0; } ///< f at the sample's points [n]
};

} // namespace core
