#include "experiments/model/prior.hpp"

#include "core/contract.hpp"
#include "core/probability/scaling/prior_shift.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/settings/parameters.hpp"

namespace experiments::own_data {
namespace {

double share_learned_from(const results::Model& model) {
  const core::Labels& y = model.training.y;
  const core::Vector& weights = model.training.weights;
  return core::weight_of_positives(y, weights) / core::weight_of_all(weights, y.size());
}

} // namespace

void require_prior(double prior, const results::Model& model) {
  core::require(prior > 0 && prior < 1, "--prior " + core::shortest(prior) +
                                            " is no share of positive rows. With 0 or 1 every row would have "
                                            "one class. Choose a number between 0 and 1, such as 0.01.");
  core::require(model.classes.empty(),
                "--prior is the share of one class, and the model has " +
                    std::to_string(model.classes.size()) +
                    " classes. So one number does not say what the other shares are. Leave --prior out, or "
                    "fit one class against the others with --positive.");
  const double from = share_learned_from(model);
  core::require(from > 0 && from < 1,
                "The model has learned from rows of one class. So --prior has nothing to "
                "correct. Leave it out, or fit the model to rows of both classes.");
}

void correct(Predictions& predictions, double prior, const results::Model& model) {
  if (predictions.probability.empty()) return;
  const double from = share_learned_from(model);
  predictions.probability = core::with_prior(predictions.probability, from, prior);
  for (std::vector<double>* bound : {&predictions.p0, &predictions.p1}) {
    if (bound->empty()) continue;
    const core::Vector q = core::Vector::Map(bound->data(), static_cast<Eigen::Index>(bound->size()));
    *bound = core::numbers(core::with_prior(q, from, prior).positive());
  }
}

} // namespace experiments::own_data
