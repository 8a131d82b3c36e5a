#pragma once
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/loss/truncated_hinge.hpp"
#include "core/multiclass/machine/truncated_hinge.hpp"
#include "core/multiclass/methods/weight_grid.hpp"

namespace core {

/// The weighted multiclass machines (core/multiclass/machine/truncated_hinge.hpp) of all interior points of a
/// grid at one C = 1 / lambda: costs C pi_k, times observation weights, one fit after the other in the grid's
/// order.
struct GridFits {
  std::vector<Matrix> rules; ///< [(r+1) x K] each, as LabelMap reads them
  FitSummary summary;
  double support = 0, further_support = 0; ///< means over the fits (MachineFit)
};

/// What the machines are trained on: inputs of a linear kernel, or a factor of the kernel matrix; the rules
/// are then of the kernel's columns, n rows and the intercepts.
struct GridSample {
  Matrix x;      ///< [n x r]
  Vector labels; ///< [n] of 1 .. K
  bool is_linear = true;
  Vector weights{}; ///< [n], or empty: each counts once (core/sample/observation_weights.hpp)
};

/// Cost: G fits, each about 0.3 ms for 400 observations of three classes and two inputs.
GridFits grid_fits(const GridSample& sample, const WeightGrid& grid, const TruncatedHinge& loss, double C);

} // namespace core
