#pragma once
#include <functional>

#include "core/tuning/criterion.hpp"

namespace core {

/// Parameters chosen once for a data set, before its cross-validation and on all its rows, as Rueping (2004,
/// section 4) says he did: (lambda, sigma) of least cross-validated error of the classification rule, P
/// against 1/2 before any calibration. The folds of the evaluation all use them, so the choice has seen their
/// test points; a criterion nested in the training part, such as CrossValidation, has not.
///
/// Ties go to the smaller lambda (the larger C) or to the larger one, and among equal lambdas to the larger
/// sigma. A pure function of the data set's draw, its seed and these values. Throws UserError where the
/// replicates are not folds of one cross-validation.
struct PriorStep final : TuningCriterion {
  CrossValidation validation;         ///< over lambda, at each sigma
  std::vector<double> linear_lambdas; ///< in place of the validation's for a kernel that is not Gaussian
  std::vector<double> sigmas;   ///< of a Gaussian kernel, in the classifier's unit; empty: the classifier's
  std::int64_t sample_size = 0; ///< rows looked at, drawn at random with the classes in proportion; 0: all

  /// Gives what `find` finds under a name that says all that decides it: found anew, unless a caller
  /// remembers for its other cells. May be called from several threads.
  using Once = std::function<Tuned(const std::string& name, const std::function<Tuned()>& find)>;
  Once once = [](const std::string&, const std::function<Tuned()>& find) { return find(); };

  /// Carries out what the search consists of: every bandwidth, and every fold of each. One after the other,
  /// unless a caller has others who take part.
  DrawCache::Each each = DrawCache::one_after_the_other;

  Tuned choose(const Learner& learner, DrawCache& cache) const override;

 private:
  std::string name(const Learner& learner, const StreamAxes& axes) const;
  Tuned search(const Learner& learner, const Sample& whole, const StreamAxes& axes) const;
};

} // namespace core
