#pragma once
#include "core/estimate/estimator.hpp"

namespace core {

/// k nearest neighbours: the share of positives among the k training points nearest in Euclidean distance;
/// all points as near as the k-th take part. A point of weight w counts as w points at one place. There is
/// nothing to tune and nothing to certify. Throws UserError where k exceeds the number (weight) of training
/// points. Cost m n p, and with weights m n log n.
struct NearestNeighbours final : ProbabilityEstimator {
  std::int64_t neighbours = 9;
  Estimate estimate(DrawCache& cache) const override;
};

} // namespace core
