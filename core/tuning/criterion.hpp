#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "core/estimate/estimator.hpp"
#include "core/estimate/learner.hpp"
#include "core/random/folds.hpp"

namespace core {

/// The lambda a criterion settles on, and the curve with whose lowest point it is level.
struct Tuned {
  double lambda = 1;
  double value = 0;     ///< of the criterion there; 0 for the fixed one
  FitSummary summary{}; ///< of every fit the criterion looked at
  std::vector<double> lambdas{},
      values{}; ///< [grid]: the criterion at every lambda, ascending; empty for the fixed one
  std::map<std::string, std::vector<double>>
      terms{};                           ///< [grid] each, by name: what values are the sums of, if sums
  std::optional<double> sigma{};         ///< the bandwidth, where that was chosen too
  std::optional<double> omega{};         ///< the mixing of penalties, where that was chosen too
  std::optional<double> threshold{};     ///< what is taken off the scores, where that was chosen too
  std::map<std::string, double> facts{}; ///< what else is to be known of the choice, by name
};

/// Whether two values of a criterion are a tie: they differ by less than 1e-8 of the larger, far above
/// the rounding of their sums and below what any table prints, so that the last bits do not choose.
bool level(double one, double other);

/// The number of the value that is chosen of a criterion's curve over ascending lambdas: of those level with
/// the least the last, and so the one with the largest lambda; the last of all where none is a number.
std::size_t last_of_the_least(const std::vector<double>& values);

/// Sets lambda and value to those at `last_of_the_least` of the curve, whose number it returns. The value is
/// infinite where the curve has no number at all: every point is a difference of infinite losses.
std::size_t settle(Tuned& curve);

/// How lambda is chosen. A pure function of the cache's draw and its stream axes.
struct TuningCriterion {
  virtual ~TuningCriterion() = default;
  virtual Tuned choose(const Learner& learner, DrawCache& cache) const = 0;

  /// Whether it reads probabilities, so that a method that only decides cannot be tuned by it.
  virtual bool needs_probabilities() const { return true; }

  /// Throws UserError where this learner does not offer what the criterion asks for.
  virtual void require_fits(const Learner&) const {}

  /// Throws UserError where a training sample with these labels [n] has too few rows for it.
  virtual void require_rows(const Labels&) const {}
};

/// The lambda that is given, and the mixing of penalties where one is.
struct FixedLambda final : TuningCriterion {
  double lambda = 1;
  std::optional<double> omega{};
  Tuned choose(const Learner&, DrawCache&) const override;
  bool needs_probabilities() const override { return false; }
  void require_fits(const Learner&) const override;
};

/// argmin over lambdas, and over bandwidths and mixings omega where some are given, of the mean loss of
/// held-out points, each point held out once by one of the folds: the log-loss, or the test error. Folds are
/// drawn over rows, whatever they weigh, and held-out losses are means over the weights. Ties (`level`) go to
/// the larger lambda, the simpler classifier, unless the smaller one is asked for, or that with the smallest
/// of the learner's own losses of the held-out points; what is level in that too has the larger lambda. Of
/// bandwidths, and then of mixings, that are level in all this the first is taken. Lambdas in the unit
/// `largest` are fractions of the learner's largest lambda on the whole training sample, the same in every
/// fold. Throws UserError where there are more folds than points.
struct CrossValidation final : TuningCriterion {
  enum class Of { log_loss, error };
  enum class Ties { larger_lambda, smaller_lambda, smallest_loss };
  enum class LambdaUnit { absolute, largest };
  std::vector<double> lambdas;
  std::vector<double> sigmas{}; ///< in the classifier's unit; empty: the classifier's
  std::vector<double> omegas{}; ///< empty: the learner's own
  LambdaUnit unit = LambdaUnit::absolute;
  std::int64_t folds = 5;
  FoldAssignment assignment = FoldAssignment::at_random;
  Of of = Of::log_loss;
  Ties ties = Ties::larger_lambda;
  Tuned choose(const Learner&, DrawCache&) const override;
  bool needs_probabilities() const override { return of == Of::log_loss; }
  void require_fits(const Learner&) const override;
  void require_rows(const Labels&) const override;
};

/// argmin over lambdas of the log-loss on the training points themselves, EGKL of Wang, Shen & Liu (2008),
/// eq. 6: what is left of their criterion, eq. 9, without its covariance penalty. Ties as above.
struct TrainingLoss final : TuningCriterion {
  std::vector<double> lambdas;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// argmin over lambdas, and over bandwidths where some are given, of the log-loss on the draw's independent
/// tuning sample. Ties as above; of level bandwidths the first is taken. Lambdas in the unit `rows` are
/// counted in training rows: lambda / n of them is the penalty beside a mean loss. Throws UserError where the
/// draw has no tuning sample.
struct TuningSet final : TuningCriterion {
  enum class LambdaUnit { absolute, rows };
  std::vector<double> lambdas;
  std::vector<double> sigmas{}; ///< in the classifier's unit; empty: the classifier's
  LambdaUnit unit = LambdaUnit::absolute;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// argmin over lambdas of a loss on the test sample itself: what no method could know, the limit for all of
/// them in that loss. Ties as above. Throws UserError where it is GKL and the test sample has no true p.
struct Oracle final : TuningCriterion {
  enum class Of { gkl, cre, test_error }; ///< core/metric/metric.hpp
  std::vector<double> lambdas;
  Of of = Of::gkl;
  Tuned choose(const Learner&, DrawCache&) const override;
};

/// A learner whose lambda a criterion chooses on the training sample: the bridge to the seam.
/// Facts beside the learner's: lambda, omega where that was chosen too, and criterion, its value there; where
/// a threshold was chosen, that, and of log-odds decision_threshold_percent, the probability it stands for.
/// The estimate then has a score, which is positive above the threshold. Series: the criterion's curve,
/// criterion.lambda and criterion.value, with criterion.<term> for each term of its value; none for a fixed
/// lambda. Constructing it throws UserError where the criterion asks for what the learner does not offer.
class TunedEstimator final : public ProbabilityEstimator {
 public:
  TunedEstimator(std::unique_ptr<Learner> learner, std::unique_ptr<TuningCriterion> criterion)
      : learner_(std::move(learner)), criterion_(std::move(criterion)) {
    criterion_->require_fits(*learner_);
  }
  Estimate estimate(DrawCache& cache) const override;
  std::optional<Estimate> predicted(const Predictor& by, const Question& question) const override;
  std::vector<Objection> warnings(const WeightedLabels& train) const override;

 private:
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<TuningCriterion> criterion_;
};

} // namespace core
