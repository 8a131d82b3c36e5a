#include "core/probability/tuned_estimator.hpp"

namespace core {

Estimate TunedEstimator::estimate(Workbench& bench) const {
  const Tuned tuned = criterion_->choose(*learner_, bench);
  Estimate out = learner_->learn(bench, bench.whole())->probability(tuned.lambda, {Points::Part::test});
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
