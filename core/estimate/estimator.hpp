#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "core/estimate/estimate.hpp"

namespace core {

/// The seam between the numerics and a study: one virtual call a cell.
struct ProbabilityEstimator {
  virtual ~ProbabilityEstimator() = default;

  /// Class probabilities at the test points of the cache's draw. Pure in the draw and its stream axes:
  /// what the cache already holds changes the time, not a bit of the answer.
  virtual Estimate estimate(DrawCache& cache) const = 0;

  /// The estimate at other points by the predictor that came with one: probabilities of the same bits at the
  /// same points, but for linear kernels, whose sums over the rows have become sums over the inputs. Nothing
  /// of a method that comes with none, and of a predictor that is not this method's.
  virtual std::optional<Estimate> predicted(const Predictor&, const Question&) const { return std::nullopt; }

  /// What is to be said before it is trained on a sample with these labels [n], a sentence each. Throws
  /// UserError where it refuses such a sample.
  virtual std::vector<Objection> warnings(const WeightedLabels&) const { return {}; }
};

} // namespace core
