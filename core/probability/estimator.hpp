#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/probability/draw_cache.hpp"
#include "core/probability/estimate.hpp"

namespace core {

/// The seam between the numerics and a study: one virtual call a cell.
struct ProbabilityEstimator {
  virtual ~ProbabilityEstimator() = default;

  /// Class probabilities at the test points of the cache's draw. Pure in the draw and its stream axes:
  /// what the cache already holds changes the time, not a bit of the answer.
  virtual Estimate estimate(DrawCache& cache) const = 0;

  /// The estimate of a fitted model at the test points, without fitting: probability and score have the bits
  /// of the estimate that came with the model. Nothing where only a fit says it.
  virtual std::optional<Estimate> predicted(const FittedModel&, DrawCache&) const { return std::nullopt; }

  /// What is to be said before it is trained on a sample with these labels [n], a sentence each. Throws
  /// UserError where it refuses such a sample.
  virtual std::vector<std::string> warnings(const Labels&) const { return {}; }
};

} // namespace core
