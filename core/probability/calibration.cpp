#include "core/probability/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/probability/bracket.hpp"

namespace core {

Calibration::Reads BracketCalibration::reads(Eigen::Index n) const {
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  return {interior_weights(intervals > 0 ? intervals : std::max<std::int64_t>(2, root))};
}

Estimate BracketCalibration::probability(const Matrix& at_points, const Matrix&, const Labels&) const {
  Bracket bracketed = bracket(at_points);
  Estimate out;
  out.probability = std::move(bracketed.probability);
  out.facts["nonmonotone"] = static_cast<double>(bracketed.nonmonotone);
  return out;
}

Calibration::Reads Scaling::reads(Eigen::Index) const {
  return {{0.5}, 0.5, folds > 0 ? OnSample::held_out : OnSample::training, folds, assignment};
}

} // namespace core
