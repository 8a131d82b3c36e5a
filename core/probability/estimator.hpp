#pragma once
#include "core/probability/draw_cache.hpp"
#include "core/probability/estimate.hpp"

namespace core {

/// The seam between the numerics and a study: one virtual call a cell.
struct ProbabilityEstimator {
  virtual ~ProbabilityEstimator() = default;

  /// Class probabilities at the test points of the cache's draw. Pure in the draw and its stream axes:
  /// what the cache already holds changes the time, not a bit of the answer.
  virtual Estimate estimate(DrawCache& cache) const = 0;
};

} // namespace core
