#include "core/probability/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/probability/bracket.hpp"
#include "core/probability/platt.hpp"

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
  return {{0.5}, 0.5, folds > 0 ? OnSample::held_out : OnSample::training, folds, dealing};
}

Estimate PlattCalibration::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const Labels& y) const {
  const PlattSigmoid sigmoid = fit_platt(on_sample.col(0), y);
  Estimate out;
  if (sigmoid.status != Status::ok) out.audit.status = sigmoid.status;
  out.probability = sigmoid.probability(at_points.col(0));
  out.facts = {
      {"platt_slope", sigmoid.slope}, {"platt_offset", sigmoid.offset}, {"platt_gradient", sigmoid.gradient}};
  return out;
}

} // namespace core
