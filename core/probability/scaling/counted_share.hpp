#pragma once
#include "core/types.hpp"

namespace core {

/// Positives among some points by Laplace's rule of succession, (s + 1) / (n + 2) for s positives of n: never
/// 0 or 1, and 1/2 for no points at all.
struct CountedShare {
  double positives = 0, points = 0;

  void see(double label) {
    positives += label > 0 ? 1 : 0;
    points += 1;
  }
  double value() const { return (positives + 1) / (points + 2); }
};

} // namespace core
