#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/multiclass/machine/class_basis.hpp"
#include "core/multiclass/methods/bayes_rule.hpp"
#include "core/multiclass/methods/binary_reductions.hpp"
#include "core/multiclass/methods/border_weight.hpp"
#include "core/multiclass/methods/kernel_multicategory_logistic.hpp"
#include "core/multiclass/methods/logit_models.hpp"
#include "core/multiclass/methods/separate_problems.hpp"
#include "core/multiclass/methods/tree_estimators.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/settings/parameter.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/parameters.hpp"

// The methods for several classes: that of Wu, Zhang & Liu (2010), those they compare it with, and those that
// put K classes together from pairs.
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

/// The machines of a grid of class weights, and their labels.
Work grid_work(const Training& training, const core::Parameter<double>& by) {
  const double classes = training.size.classes;
  const double weights = std::max(1.0, interior_points(classes, by.of(training.method)));
  const Step& kind = training.is_gaussian() ? steps::class_kernel_machine : steps::class_machine;
  const double machines_a_label = training.is_gaussian() ? 2.5e-5 : 2e-3;
  const Work machine =
      (*training.machine)(training).with(kind, classes * training.size.points * machines_a_label);
  return machine.times(weights);
}

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
      },
      [](const Training& training) -> MethodWork {
        constexpr double schemes_a_grid = 2; // which read one grid that is fitted once for all of them
        return {grid_work(training, step), grid_work(training, tuning_step).lasting(1 / schemes_a_grid)};
      }};
  row.entry.most_classes = core::most_classes;
  row.usual_classifier = "weighted_truncated_svm";
  return {row};
}

namespace {

using core::Basis;
using core::Impurity;

MethodRow of_any_classes(MethodRow row) {
  row.entry.most_classes = core::any_classes;
  return row;
}

const auto penalty =
    core::real("lambda", "the penalty on the squared coefficients; 0: none").in(0, 1e9).or_else(0);
const auto basis = core::word<Basis>("basis", "the inputs as they are, or these and their squares",
                                     {{"linear", Basis::linear}, {"squares", Basis::squares}})
                       .or_else(Basis::linear);

const auto rounding_of_answers =
    core::word<bool>(
        "probabilities",
        "with their logarithms, or as differences of P(Y <= k) in double precision, which may be 0",
        {{"exact", false}, {"rounded", true}})
        .or_else(false);

Built baseline_model(const Parameters& p, Ingredients) {
  auto out = std::make_unique<core::BaselineLogit>();
  out->lambda = penalty.of(p);
  out->basis = basis.of(p);
  return out;
}

Built cumulative_model(const Parameters& p, Ingredients) {
  auto out = std::make_unique<core::CumulativeLogit>();
  out->lambda = penalty.of(p);
  out->basis = basis.of(p);
  out->rounded = rounding_of_answers.of(p);
  return out;
}

/// Of one class.
double coefficients(const Training& training) {
  return training.size.inputs * (basis.of(training.method) == Basis::squares ? 2 : 1);
}

MethodRow baseline_logit() {
  return of_any_classes({{"baseline_logit",
                          "BLM",
                          "Wu, Zhang & Liu (2010), section 5",
                          "multinomial logistic regression: log-odds linear in the basis",
                          1,
                          {penalty, basis},
                          false,
                          false},
                         baseline_model,
                         [](const Training& training) {
                           const double n = training.size.rows,
                                        a = coefficients(training) * (training.size.classes - 1);
                           constexpr double newton = 3, answer = 67;
                           return Work{.fits = 1}.with(steps::class_logistic,
                                                       newton * (n * (a * a / 4 + answer) + a * a * a / 6));
                         }});
}

MethodRow cumulative_logit() {
  return of_any_classes({{"cumulative_logit",
                          "CLM",
                          "McCullagh (1980); Wu, Zhang & Liu (2010), section 5",
                          "proportional odds of the classes in the order of their labels",
                          1,
                          {penalty, basis, rounding_of_answers},
                          false,
                          false},
                         cumulative_model,
                         [](const Training& training) {
                           const double a = coefficients(training);
                           return Work{.fits = 1}.with(steps::ordered_logistic,
                                                       training.size.rows * (1 + a * a / 75));
                         }});
}

MethodRow kernel_multicategory_logistic() {
  return of_any_classes(
      {{"kernel_multicategory_logistic", "KMLR", "Zhu & Hastie (2005); Wu, Zhang & Liu (2010), section 5",
        "multinomial logistic regression in the feature space of its own kernel, with lambda sum_k |h_k|^2",
        1, kernel_parameters(core::Kernel::Shape::gaussian), false},
       [](const Parameters& p, Ingredients from) -> Built {
         return std::make_unique<core::TunedEstimator>(
             std::make_unique<core::KernelMulticategoryLogistic>(kernel_of(p)), std::move(from.criterion));
       },
       [](const Training& training) {
         return class_logistic_work(training,
                                    kernel_of(training.method).shape == core::Kernel::Shape::linear);
       }});
}

const auto impurity = core::word<Impurity>("split", "the impurity that a split lowers most",
                                           {{"deviance", Impurity::deviance}, {"gini", Impurity::gini}});
const auto pruning_folds =
    core::integer("folds", "number of folds that say how far to prune; 0: the tree stays as it has grown")
        .in(0, 1e6)
        .or_else(10);
const auto smallest_split =
    core::integer("smallest_split", "a node with fewer observations is not split").in(2, 1e9).or_else(10);
const auto smallest_leaf =
    core::integer("smallest_leaf", "neither side of a split has fewer observations").in(1, 1e9).or_else(5);

MethodRow classification_tree() {
  return of_any_classes(
      {{"classification_tree",
        "TREE",
        "Breiman, Friedman, Olshen & Stone (1984); Wu, Zhang & Liu (2010), section 5",
        "the class shares in a leaf of a tree pruned by cost and complexity",
        1,
        {impurity.or_else(Impurity::deviance), pruning_folds, smallest_split, smallest_leaf},
        false,
        false},
       [](const Parameters& p, Ingredients) -> Built {
         auto out = std::make_unique<core::ClassificationTree>();
         out->growth = {impurity.of(p), smallest_split.of(p), smallest_leaf.of(p)};
         out->folds = pruning_folds.of(p);
         core::require(out->folds != 1,
                       "folds is 1, which leaves nothing to learn from. Set it to 0 or at least 2.",
                       {"folds"});
         return out;
       },
       [](const Training& training) {
         return Work{}.with(steps::tree, training.size.rows * training.size.inputs);
       }});
}

using Voice = core::Forest::Voice;

const auto trees = core::integer("trees", "number of trees").in(1, 1e6).or_else(500);
const auto nodesize =
    core::integer("nodesize", "a node with at most so many distinct observations is not split")
        .in(1, 1e9)
        .or_else(1);
const auto mtry = core::integer("mtry", "inputs looked at in a node; 0: tuned by the error out of the bag")
                      .in(0, 1e6)
                      .or_else(0);
const auto tuning_trees = core::integer("tuning_trees", "trees of each try of mtry").in(1, 1e6).or_else(50);
const auto voice =
    core::word<Voice>("voice", "what a tree says: a vote for the majority of a leaf, or its shares",
                      {{"votes", Voice::votes}, {"shares", Voice::shares}})
        .or_else(Voice::votes);

MethodWork forest_work(const Training& training) {
  const auto [n, m, p, classes] = training.size;
  const auto grown = static_cast<double>(trees.of(training.method));
  const double tuned =
      mtry.of(training.method) > 0 ? 0 : 2 * static_cast<double>(tuning_trees.of(training.method));
  return Work{}.with(steps::forest,
                     (grown + tuned) * n * std::log2(n + 1) * std::sqrt(p) + grown * m * 5 / 12);
}

MethodRow random_forest() {
  return of_any_classes({{"random_forest",
                          "RF",
                          "Breiman (2001); Liaw & Wiener (2002); Wu, Zhang & Liu (2010), section 5",
                          "the mean of trees grown of bootstrap samples, with random inputs in each node",
                          1,
                          {trees, nodesize, mtry, tuning_trees, voice, impurity.or_else(Impurity::gini)},
                          false,
                          false},
                         [](const Parameters& p, Ingredients) -> Built {
                           auto out = std::make_unique<core::RandomForest>();
                           out->rules = {{impurity.of(p), nodesize.of(p) + 1, 1}, mtry.of(p), trees.of(p)};
                           out->tuning_trees = tuning_trees.of(p);
                           out->voice = voice.of(p);
                           return out;
                         },
                         forest_work});
}

using core::ClassScheme;

enum class Tuned { together, each };

const auto tuned =
    core::word<Tuned>(
        "tuned",
        "one lambda for all problems, judged by the K probabilities, or one for each problem of two "
        "classes, judged by the tuning points of these, with bandwidth and intervals of its own rows",
        {{"together", Tuned::together}, {"each", Tuned::each}})
        .or_else(Tuned::together);

std::unique_ptr<core::Learner> bracket_of(const Parameters& p, const core::Classifier& classifier) {
  auto calibration = std::make_shared<core::BracketCalibration>();
  calibration->intervals = bracket_intervals().of(p);
  return std::make_unique<core::MarginLearner>(classifier, std::move(calibration));
}

template <ClassScheme scheme>
Built separate_problems(const Parameters& p, Ingredients from) {
  return std::make_unique<core::SeparateProblems>(
      scheme,
      std::make_unique<core::TunedEstimator>(bracket_of(p, from.classifier), std::move(from.criterion)));
}

template <ClassScheme scheme>
Built binary_reduction(const Parameters& p, Ingredients from) {
  if (tuned.of(p) == Tuned::each) return separate_problems<scheme>(p, std::move(from));
  return std::make_unique<core::TunedEstimator>(
      std::make_unique<core::BinaryReduction>(scheme, bracket_of(p, from.classifier)),
      std::move(from.criterion));
}

template <ClassScheme scheme>
MethodWork brackets_work(const Training& training) {
  return of_problems(training, scheme, bracket_work);
}

/// A method of any number of classes, with a classifier of two.
MethodRow by_twos(MethodRow row) {
  row.classifier_of_two = true;
  return of_any_classes(std::move(row));
}

MethodRow one_vs_all() {
  return by_twos({{"one_vs_all",
                   "OVA",
                   "Zeng & Zhang (2023)",
                   "the bracket of each class against all others, divided by their sum",
                   1,
                   {bracket_intervals(), tuned}},
                  binary_reduction<ClassScheme::one_vs_all>,
                  brackets_work<ClassScheme::one_vs_all>});
}

MethodRow baseline_learning() {
  return by_twos({{"baseline_learning",
                   "Baseline",
                   "Zeng & Zhang (2023)",
                   "the odds by the bracket of each class against the largest one",
                   1,
                   {bracket_intervals(), tuned}},
                  binary_reduction<ClassScheme::baseline_learning>,
                  brackets_work<ClassScheme::baseline_learning>});
}

MethodRow pairwise_voted() {
  MethodRow row = by_twos(
      {{"pairwise_voted",
        "Pairwise",
        "Zeng & Zhang (2023)",
        "the odds by the bracket of each class against the one that wins most pairs at the point, each "
        "pair tuned by itself",
        1,
        {bracket_intervals()}},
       separate_problems<ClassScheme::pairwise_voted>,
       brackets_work<ClassScheme::pairwise_voted>});
  row.of_studies = true; // a model file has one lambda
  return row;
}

MethodRow baseline_reconstruction() {
  MethodRow row =
      by_twos({{"baseline_reconstruction",
                "Reconstruction",
                "Zeng & Zhang (2023)",
                "baseline_learning, each problem tuned by itself, whose other pairs follow from its "
                "probabilities and vote",
                1,
                {bracket_intervals()}},
               separate_problems<ClassScheme::baseline_reconstruction>,
               brackets_work<ClassScheme::baseline_reconstruction>});
  row.of_studies = true; // a model file has one lambda
  return row;
}

MethodRow bayes_rule() {
  MethodRow row = of_any_classes(
      {{"bayes_rule",
        "Bayes",
        "Wu, Zhang & Liu (2010), Figure 6",
        "the true probabilities of simulated data, with the boundaries between the classes",
        1,
        {},
        false,
        false},
       [](const Parameters&, Ingredients) -> Built { return std::make_unique<core::BayesRule>(); },
       [](const Training& training) {
         return Work{}.with(steps::lookup, training.size.rows + training.size.points);
       }});
  row.takes_weights = false;
  row.needs_truth = true;
  return row;
}

} // namespace

std::vector<MethodRow> competitors() {
  return {cumulative_logit(),    baseline_logit(), kernel_multicategory_logistic(),
          classification_tree(), random_forest(),  one_vs_all(),
          baseline_learning(),   pairwise_voted(), baseline_reconstruction(),
          bayes_rule()};
}

} // namespace experiments
