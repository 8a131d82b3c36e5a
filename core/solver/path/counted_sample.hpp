#pragma once
#include <vector>

#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/moving_problem.hpp"

namespace core {

/// Observations of which some were drawn more than once or not at all: a resample merged to its distinct
/// points. An observation drawn c times weighs c times as much: its box is c times as wide. Points with count
/// 0 ride along: their decision values come for free.
struct CountedSample {
  Gram gram;       ///< K(x_i, x_j) [n x n]
  const Labels& y; ///< [n]
  Vector count;    ///< [n], >= 0

  Eigen::Index size() const { return y.size(); }
};

/// The points with a positive count, in order.
std::vector<Eigen::Index> drawn(const CountedSample& sample);

/// Every observation once.
CountedSample each_once(const Gram& gram, const Labels& y);

/// The weighted problem with boxes count_i [0, 1 - pi] for y_i = +1 and count_i [-pi, 0] for y_i = -1.
WeightedDual weighted_dual(const CountedSample& sample, double pi, double lambda);

/// The same with T = lambda: only the target moves.
MovingProblem moving_lambda(const CountedSample& sample, double pi);

/// The same with T = pi: only the boxes move (Wang, Shen & Liu 2008, section 4).
MovingProblem moving_pi(const CountedSample& sample, double lambda);

} // namespace core
