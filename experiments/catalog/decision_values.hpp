#pragma once
#include <vector>

#include "core/parameter.hpp"
#include "core/random/folds.hpp"

namespace experiments {

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

} // namespace experiments
