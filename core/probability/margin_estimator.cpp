#include "core/probability/margin_estimator.hpp"

namespace core {

MarginEstimator::MarginEstimator(Classifier classifier, std::unique_ptr<Calibration> calibration,
                                 std::unique_ptr<TuningCriterion> criterion)
    : classifier_(classifier), calibration_(std::move(calibration)), criterion_(std::move(criterion)) {}

Estimate MarginEstimator::estimate(Workbench& workbench) const {
  ClassifierBench& bench = workbench.classifier(classifier_);
  const Tuned tuned = criterion_->choose(*calibration_, bench);
  Estimate out = calibration_->apply(bench.fits(), tuned.lambda, bench.cross_test());
  out.audit.see(tuned.audit);
  out.facts["lambda"] = tuned.lambda;
  out.facts["criterion"] = tuned.value;
  if (classifier_.shape == Kernel::Shape::gaussian) out.facts["sigma"] = bench.kernel().sigma;
  return out;
}

}  // namespace core
