#include "core/probability/calibration.hpp"

#include <cmath>

#include "core/probability/bracket.hpp"
#include "core/probability/platt.hpp"

namespace core {

Estimate BracketCalibration::apply(WeightedFits& fits, double lambda, const Matrix& cross_gram) const {
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(fits.y().size())));
  const auto weights = interior_weights(intervals > 0 ? intervals : std::max<std::int64_t>(2, root));
  Estimate out;
  Matrix decision(cross_gram.rows(), static_cast<Eigen::Index>(weights.size()));
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const WeightedFit& fit = fits.at(weights[j], lambda);
    out.audit.see(fit);
    decision.col(static_cast<Eigen::Index>(j)) = fit.decision(cross_gram);
  }
  const Bracket bracketed = bracket(decision);
  out.probability = bracketed.probability;
  out.facts["nonmonotone"] = static_cast<double>(bracketed.nonmonotone);
  return out;
}

Estimate PlattCalibration::apply(WeightedFits& fits, double lambda, const Matrix& cross_gram) const {
  const WeightedFit& fit = fits.at(0.5, lambda / 2);
  Estimate out;
  out.audit.see(fit);
  const PlattSigmoid sigmoid = fit_platt(fit.decision(fits.gram()), fits.y());
  if (sigmoid.status != Status::ok) out.audit.status = sigmoid.status;
  out.probability = sigmoid.probability(fit.decision(cross_gram));
  out.facts = {
      {"platt_slope", sigmoid.slope}, {"platt_offset", sigmoid.offset}, {"platt_gradient", sigmoid.gradient}};
  return out;
}

} // namespace core
