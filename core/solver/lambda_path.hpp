#pragma once
#include <map>
#include "core/solver/weighted_dual.hpp"

namespace core {

/// All fits of one weight pi along lambda. `at` is a pure function of (gram, y, pi, lambda): which other values were
/// asked before, and in which order, changes no bit of the answer.
class LambdaPath {
 public:
  /// gram [n x n] and y [n] must outlive the path; 0 < pi < 1.
  LambdaPath(const Matrix& gram, const Labels& y, double pi);

  /// The certified fit at this lambda > 0.
  DualSolution at(double lambda);
};

}  // namespace core
