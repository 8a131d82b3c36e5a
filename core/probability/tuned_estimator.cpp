#include "core/probability/tuned_estimator.hpp"

namespace core {

Estimate TunedEstimator::estimate(Workbench& bench) const {
  const Tuned tuned = criterion_->choose(*learner_, bench);
  const auto at_sigma = tuned.sigma ? learner_->at_bandwidth(*tuned.sigma) : nullptr;
  const Learner& learner = at_sigma ? *at_sigma : *learner_;
  Estimate out = learner.learn(bench, bench.whole())->probability(tuned.lambda, {Points::Part::test});
  out.audit.see(tuned.audit);
  out.facts["lambda"] = tuned.lambda;
  out.facts["criterion"] = tuned.value;
  if (tuned.lambdas.empty()) return out;
  out.series["criterion.lambda"] = tuned.lambdas;
  out.series["criterion.value"] = tuned.values;
  for (const auto& [name, values] : tuned.terms) out.series["criterion." + name] = values;
  return out;
}

} // namespace core
