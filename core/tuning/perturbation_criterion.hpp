#pragma once
#include <cstdint>
#include <vector>

#include "core/tuning/criterion.hpp"
#include "core/tuning/perturbation.hpp"

namespace core {

/// argmin over lambdas of the estimated GKL^c of core/tuning/perturbation.hpp (Wang, Shen & Liu 2008,
/// section 3.2). The initial estimate p0 is the learner itself at lambda = 1, clipped to [.025, .975]; the
/// perturbed samples are the same for every lambda. Ties go to the larger lambda. The terms of its value are
/// empirical, covariance and correction. Cost D^2 + 1 trainings over the whole grid.
struct Perturbation final : TuningCriterion {
  std::vector<double> lambdas;
  std::int64_t samples = 10; ///< D, at least 2
  double tau = 0.5;          ///< size of the perturbation, in (0, 1)
  CovarianceReading reading = CovarianceReading::corrected;
  PerturbedInputs inputs = PerturbedInputs::resampled;

  Tuned choose(const Learner&, DrawCache&) const override;

  /// The estimates at all lambdas, in their order, with the summary of every fit.
  struct Curve {
    std::vector<LossEstimate> loss;
    FitSummary summary;
  };
  Curve curve(const Learner&, DrawCache&) const;
};

} // namespace core
