#include "core/probability/tuned_estimator.hpp"

namespace core {

Estimate TunedEstimator::estimate(Workbench& bench) const {
  const Tuned tuned = criterion_->choose(*learner_, bench);
  Estimate out = learner_->learn(bench, bench.whole())->probability(tuned.lambda, {Points::Part::test});
  out.audit.see(tuned.audit);
  out.facts["lambda"] = tuned.lambda;
  out.facts["criterion"] = tuned.value;
  return out;
}

} // namespace core
