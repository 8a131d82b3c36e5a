#include "core/parameter.hpp"
#include "core/probability/multiclass/border_weight.hpp"
#include "core/solver/multiclass/class_basis.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/methods.hpp"

// The method of Wu, Zhang & Liu (2010).
namespace experiments {
namespace {

using core::BorderScheme;
using core::Parameters;
using core::ShareOf;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

const auto scheme =
    core::word<BorderScheme>(
        "scheme",
        "shares of the grid that predict each class, or triangles with three labels (of three "
        "classes)",
        {{"indirect", BorderScheme::indirect}, {"direct", BorderScheme::direct}})
        .or_else(BorderScheme::indirect);
const auto grid =
    core::word<ShareOf>(
        "grid",
        "what a share counts: interior grid points alike, as the paper counts, or all points by "
        "their solid angle, labels on the boundary taken from their neighbours",
        {{"interior", ShareOf::interior}, {"weighted", ShareOf::weighted}})
        .or_else(ShareOf::interior)
        .only_with(scheme, BorderScheme::indirect);
const auto step = core::real("step", "the grid's step; 1 / step is whole").in(0.001, 0.5).or_else(0.02);
const auto tuning_step =
    core::real("tuning_step", "the step of the grid that a criterion compares lambdas by")
        .in(0.001, 0.5)
        .or_else(0.04);

} // namespace

std::vector<MethodRow> border_weights() {
  MethodRow row{
      {"border_weight",
       "Border weight",
       "Wu, Zhang & Liu (2010), section 3",
       "the weights at which all classes are predicted alike, from a grid of weighted classifiers",
       4,
       {scheme, grid, step, tuning_step}},
      [](const Parameters& p, Ingredients from) -> Built {
        core::BorderWeight::Options options{scheme.of(p), ShareOf::interior, step.of(p), tuning_step.of(p)};
        options.grid = grid.of(p, ShareOf::interior);
        return std::make_unique<core::TunedEstimator>(
            std::make_unique<core::BorderWeight>(from.classifier, options), std::move(from.criterion));
      }};
  row.entry.most_classes = core::most_classes;
  row.usual_classifier = "weighted_truncated_svm";
  return {row};
}

} // namespace experiments
