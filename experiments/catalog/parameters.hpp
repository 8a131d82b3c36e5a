#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/estimate/estimator.hpp"
#include "core/kernel/kernel.hpp"
#include "core/multiclass/methods/class_problems.hpp"
#include "core/random/folds.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/cost/training.hpp"

namespace experiments {

/// What a config may say about the kernel of a classifier, or of a method that has one of its own: kernel
/// (required, unless `fallback` is its default), and of a Gaussian one sigma_unit and sigma.
std::vector<core::ParameterSpec> kernel_parameters(
    const std::optional<core::Kernel::Shape>& fallback = std::nullopt);

/// The kernel they describe.
core::KernelChoice kernel_of(const core::Parameters& parameters);

/// Which decision values of the sample a scaling is fitted to.
enum class FittedTo { training, cross_validated };

/// What a config says about them, and what a scaling is told.
struct DecisionValues {
  std::int64_t folds = 0; ///< 0: the values at the training points
  core::FoldAssignment assignment = core::FoldAssignment::stratified;

  static const core::Parameter<FittedTo>& values();              ///< decision_values, without a default
  static const core::Parameter<std::int64_t>& fold_count();      ///< decision_folds
  static const core::Parameter<core::FoldAssignment>& dealing(); ///< decision_dealing

  /// All three, where the values are held out unless a config says otherwise.
  static std::vector<core::ParameterSpec> held_out();

  static DecisionValues of(const core::Parameters& parameters);
};

/// intervals: the number m of intervals of [0, 1] by which a bracket looks for a probability.
const core::Parameter<std::int64_t>& bracket_intervals();

/// The machines between these intervals.
MethodWork bracket_work(const Training& training);

/// Logistic regression of K classes with a kernel, by Newton's method in a factor of it.
Work class_logistic_work(const Training& training, bool is_linear);

/// The problems of two classes that K come to by this scheme, each of which does this.
MethodWork of_problems(const Training& training, core::ClassScheme scheme,
                       const std::function<MethodWork(const Training&)>& each);

/// A method's own parameters, and those by which a config asks for the reliability of its probabilities.
std::vector<core::ParameterSpec> with_reliability_parameters(std::vector<core::ParameterSpec> own);

/// The method, with its reliability diagram where they ask for one
/// (core/probability/decision/reliability_parts.hpp). Throws UserError where they do not fit together.
std::unique_ptr<core::ProbabilityEstimator> with_reliability(
    const core::Parameters& parameters, std::unique_ptr<core::ProbabilityEstimator> method);

} // namespace experiments
