#pragma once
#include "core/probability/estimate.hpp"
#include "core/probability/workbench.hpp"

namespace core {

/// The seam between the numerics and a study: one virtual call a cell.
struct ProbabilityEstimator {
  virtual ~ProbabilityEstimator() = default;

  /// Class probabilities at the test points of the workbench's draw. Pure in the draw and its stream axes:
  /// what the workbench already holds changes the time, not a bit of the answer.
  virtual Estimate estimate(Workbench& bench) const = 0;
};

} // namespace core
