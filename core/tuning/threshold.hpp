#pragma once
#include <cstdint>

#include "core/metric/error_costs.hpp"

// The threshold between two classes whose errors cost differently (core/metric/error_costs.hpp), chosen on
// scores with known labels.
namespace core {

struct Threshold {
  double value = 0;
  double loss = 0; ///< mean cost of a row
};

/// This threshold with what it costs. Cost m.
Threshold at_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                       double threshold);

/// The threshold of least cost. Scores that differ by less than `accuracy` (1 + |score|), what a solver
/// leaves open, are one score, and the threshold lies between two scores, no nearer to either than a
/// hundredth of their distance. It is the place of least cost that is nearest to `anchor`; below all
/// scores or above them that is one accuracy away. Where labels have weights, costs that are level
/// (core/tuning/criterion.hpp) are equal. Cost m log m.
Threshold best_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                         double anchor);

/// The same among anchor + k step, |k| <= places, where the cost is least; of equals the nearest to anchor,
/// the smaller first. Cost m places.
struct ThresholdGrid {
  double anchor;
  double step = 0.05;
  std::int64_t places = 80;
};
Threshold best_threshold(const Vector& score, const WeightedLabels& labels, const ErrorCosts& costs,
                         const ThresholdGrid& grid);

} // namespace core
