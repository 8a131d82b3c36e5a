#include "experiments/expected_cost.hpp"

#include <algorithm>
#include <cmath>

namespace experiments {
namespace {

// Seconds on one core of a server of 2024, measured on Table 1 of Wang, Shen & Liu (2008) at n = 100. A fit
// is quadratic in the training size; an estimate is what is made of the fits at one lambda.
constexpr double hinge_fit = 1.2e-10, psi_fit = 2e-9; // times n^2
constexpr double estimate_cost = 1.5e-7;              // times n

/// How many times the method is trained on a sample while lambda is chosen.
double trainings(const core::Parameters& tuning) {
  if (tuning.has("samples")) return std::pow(static_cast<double>(tuning.integer("samples")), 2) + 1;
  return tuning.has("folds") ? static_cast<double>(tuning.integer("folds")) : 1;
}

} // namespace

double expected_cost(const Setting& setting) {
  const core::Parameters &data = setting.data.parameters, &tuning = setting.tuning.parameters;
  const double n = data.has("n_train") ? static_cast<double>(data.integer("n_train")) : 100;
  double weights = 1, estimates = trainings(tuning);
  if (setting.method.parameters.has("intervals"))
    weights = std::max(1.0, static_cast<double>(setting.method.parameters.integer("intervals")) - 1);
  if (tuning.has("lambda") && setting.tuning.id != "fixed")
    estimates *= static_cast<double>(tuning.reals("lambda").size());
  const double fit = setting.classifier.id == "weighted_psi" ? psi_fit : hinge_fit;
  return estimates * (weights * fit * n * n + estimate_cost * n);
}

} // namespace experiments
