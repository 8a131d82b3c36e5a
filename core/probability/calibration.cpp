#include "core/probability/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/parameters.hpp"
#include "core/probability/bracket.hpp"

namespace core {

namespace {

std::string percent(double share) {
  return shortest(std::round(1e4 * share) / 100) + " %";
}

} // namespace

Calibration::Reads BracketCalibration::reads(Eigen::Index n) const {
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  return {interior_weights(intervals > 0 ? intervals : std::max<std::int64_t>(2, root))};
}

std::vector<std::string> BracketCalibration::warnings(const WeightedLabels& labels) const {
  const double all = weight_of_all(labels.weights, labels.y.size());
  const double width = 1 / static_cast<double>(reads(static_cast<Eigen::Index>(all)).weights.size() + 1);
  const double positive = weight_of_positives(labels.y, labels.weights) / all;
  const double rare = std::min(positive, 1 - positive);
  if (rare >= width) return {};
  constexpr double most_intervals = 1000;
  const double enough = std::clamp(std::ceil(5 / std::max(rare, 1e-9) / 100) * 100, 100.0, most_intervals);
  return {percent(rare) +
          " of the training rows are of the rarer class, and the bracket gives that class at least " +
          percent(width / 2) + ". Use more intervals, intervals=" + shortest(enough) +
          ", or another method, such as --method penalised_logistic."};
}

Estimate BracketCalibration::probability(const Matrix& at_points, const Matrix&,
                                         const WeightedLabels&) const {
  Bracket bracketed = bracket(at_points);
  Estimate out;
  out.probability = rule == Rule::count ? count_of_signs(at_points) : std::move(bracketed.probability);
  out.facts["nonmonotone"] = static_cast<double>(bracketed.nonmonotone);
  return out;
}

Calibration::Reads Scaling::reads(Eigen::Index) const {
  return {{0.5}, 0.5, folds > 0 ? OnSample::held_out : OnSample::training, folds, assignment};
}

} // namespace core
