#pragma once
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// A certified answer with its field, which has been paid for.
struct LargeFit : DualSolution {
  Vector field; ///< Ka [n]

  Vector decision() const { return (field / lambda).array() + beta_0; } ///< f at the sample's points [n]
};

} // namespace core
