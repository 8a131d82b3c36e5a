#include "experiments/catalog/decision_values.hpp"

namespace experiments {

const core::Parameter<FittedTo>& DecisionValues::values() {
  static const auto values = core::word<FittedTo>(
      "decision_values",
      "what the scaling is fitted to: the values at the training points of the classifier "
      "trained on them, or of classifiers that held the point out",
      {{"training", FittedTo::training}, {"cross_validated", FittedTo::cross_validated}});
  return values;
}

const core::Parameter<std::int64_t>& DecisionValues::fold_count() {
  static const auto folds =
      core::integer("decision_folds", "number of folds of cross_validated decision values")
          .in(2, 1e6)
          .or_else(5)
          .only_with(values(), FittedTo::cross_validated);
  return folds;
}

const core::Parameter<core::FoldAssignment>& DecisionValues::dealing() {
  static const auto dealing =
      core::word<core::FoldAssignment>(
          "decision_dealing",
          "how points come into these folds: each class dealt out evenly, or all at random",
          {{"stratified", core::FoldAssignment::stratified}, {"at_random", core::FoldAssignment::at_random}})
          .or_else(core::FoldAssignment::stratified)
          .only_with(values(), FittedTo::cross_validated);
  return dealing;
}

std::vector<core::ParameterSpec> DecisionValues::held_out() {
  return {values().or_else(FittedTo::cross_validated), fold_count(), dealing()};
}

DecisionValues DecisionValues::of(const core::Parameters& parameters) {
  if (values().of(parameters) == FittedTo::training) return {};
  return {fold_count().of(parameters), dealing().of(parameters)};
}

} // namespace experiments
