#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/probability/draw_cache.hpp"
#include "core/probability/estimator.hpp"
#include "core/probability/learner.hpp"
#include "core/random/folds.hpp"

namespace core {

/// The lambda a criterion settles on, and the curve it is the lowest point of.
struct Tuned {
  double lambda = 1;
  double value = 0;     ///< of the criterion there; 0 for the fixed one
  FitSummary summary{}; ///< of every fit the criterion looked at
  std::vector<double> lambdas{},
      values{}; ///< [grid]: the criterion at every lambda, ascending; empty for the fixed one
  std::map<std::string, std::vector<double>>
      terms{};                   ///< [grid] each, by name: what values are the sums of, if sums
  std::optional<double> sigma{}; ///< the bandwidth, where that was chosen too
};

/// How lambda is chosen. A pure function of the cache's draw and its stream axes.
struct TuningCriterion {
  virtual ~TuningCriterion() = default;
  virtual Tuned choose(const Learner& learner, DrawCache& cache) const = 0;
};

/// The lambda that is given.
struct FixedLambda final : TuningCriterion {
  double lambda = 1;
  Tuned choose(const Learner&, DrawCache&) const override { return {lambda}; }
};

/// argmin over lambdas of the mean loss of held-out points, each point held out once by one of the folds: the
/// log-loss, or the test error of p against 1/2. Ties go to the larger lambda, the simpler classifier, unless
/// the smaller one is asked for. Throws UserError where there are more folds than points.
struct CrossValidation final : TuningCriterion {
  enum class Of { log_loss, error };
  enum class Ties { larger_lambda, smaller_lambda };
  std::vector<double> lambdas;
  std::int64_t folds = 5;
  FoldAssignment assignment = FoldAssignment::at_random;
  Of of = Of::log_loss;
  Ties ties = Ties::larger_lambda;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// argmin over lambdas of the log-loss on the training points themselves, EGKL of Wang, Shen & Liu (2008),
/// eq. 6: what is left of their criterion, eq. 9, without its covariance penalty. Ties as above.
struct TrainingLoss final : TuningCriterion {
  std::vector<double> lambdas;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// argmin over lambdas of the log-loss on the draw's independent tuning sample. Ties as above. Throws
/// UserError where the draw has no tuning sample.
struct TuningSet final : TuningCriterion {
  std::vector<double> lambdas;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// argmin over lambdas of GKL on the test sample itself: what no method could know, the limit for all of
/// them. Throws UserError where the test sample has no true p.
struct Oracle final : TuningCriterion {
  std::vector<double> lambdas;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// A learner whose lambda a criterion chooses on the training sample: the bridge to the seam.
/// Facts beside the learner's: lambda, and criterion, its value there. Series: the criterion's curve,
/// criterion.lambda and criterion.value, with criterion.<term> for each term of its value; none for a fixed
/// lambda.
class TunedEstimator final : public ProbabilityEstimator {
 public:
  TunedEstimator(std::unique_ptr<Learner> learner, std::unique_ptr<TuningCriterion> criterion)
      : learner_(std::move(learner)), criterion_(std::move(criterion)) {}
  Estimate estimate(DrawCache& cache) const override;

 private:
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<TuningCriterion> criterion_;
};

} // namespace core
