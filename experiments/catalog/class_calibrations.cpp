#include "core/multiclass/methods/binary_reductions.hpp"
#include "core/multiclass/methods/kernel_multicategory_logistic.hpp"
#include "core/multiclass/scaling/calibrated_classes.hpp"
#include "core/multiclass/scaling/given_class_scores.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/beta_calibration.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/parameters.hpp"

// The methods that calibrate decision values for any number of classes.
namespace experiments {
namespace {

using core::ClassScheme;
using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

enum class Calibrator { platt, isotonic, venn_abers, beta_calibration, bins };

const auto calibrator =
    core::word<Calibrator>("calibration", "the method by which each problem of two classes is calibrated",
                           {{"platt", Calibrator::platt},
                            {"isotonic", Calibrator::isotonic},
                            {"venn_abers", Calibrator::venn_abers},
                            {"beta_calibration", Calibrator::beta_calibration},
                            {"bins", Calibrator::bins}})
        .or_else(Calibrator::platt);

std::unique_ptr<core::Scaling> two_class_scaling(Calibrator which) {
  switch (which) {
    case Calibrator::isotonic:
      return std::make_unique<core::IsotonicScaling>();
    case Calibrator::venn_abers:
      return std::make_unique<core::VennAbersScaling>();
    case Calibrator::beta_calibration:
      return std::make_unique<core::BetaCalibration>();
    case Calibrator::bins:
      return std::make_unique<core::BinnedScaling>();
    case Calibrator::platt:
      break;
  }
  return std::make_unique<core::PlattCalibration>();
}

std::unique_ptr<core::Scaling> two_class_scaling(const Parameters& p) {
  auto out = two_class_scaling(calibrator.of(p));
  const DecisionValues fitted_to = DecisionValues::of(p);
  out->folds = fitted_to.folds;
  out->assignment = fitted_to.assignment;
  return out;
}

const Step& step_of(Calibrator which) {
  if (which == Calibrator::isotonic) return steps::isotonic;
  if (which == Calibrator::venn_abers) return steps::venn_abers;
  return which == Calibrator::beta_calibration ? steps::beta_calibration : steps::scaling;
}

/// What the problems of two classes do that go together by this scheme.
template <ClassScheme scheme>
MethodWork reduction_work(const Training& training) {
  const auto folds = static_cast<double>(DecisionValues::of(training.method).folds);
  const Step& step =
      training.method.has(calibrator.key()) ? step_of(calibrator.of(training.method)) : steps::scaling;
  return of_problems(training, scheme, [&](const Training& two) { return by_machines(two, 1, folds, step); });
}

template <ClassScheme scheme>
Built calibrated_reduction(const Parameters& p, Ingredients from) {
  if (const auto* given = std::get_if<core::GivenScores>(&from.classifier.loss))
    return std::make_unique<core::GivenReduction>(*given, scheme, two_class_scaling(p));
  auto machine = std::make_unique<core::MarginLearner>(from.classifier, two_class_scaling(p));
  return std::make_unique<core::TunedEstimator>(
      std::make_unique<core::BinaryReduction>(scheme, std::move(machine)), std::move(from.criterion));
}

std::vector<core::ParameterSpec> with_decision_values(std::vector<core::ParameterSpec> own) {
  for (const core::ParameterSpec& spec : DecisionValues::held_out()) own.push_back(spec);
  return own;
}

/// Of any number of classes, with a classifier of two.
MethodRow by_machines_of_two(MethodRow row) {
  row.classifier_of_two = true;
  row.entry.most_classes = core::any_classes;
  return row;
}

MethodRow one_vs_rest() {
  return by_machines_of_two(
      {{"one_vs_rest", "One vs rest", "Zadrozny & Elkan (2002), section 4",
        "the calibrated probability of each class against all others, divided by their sum", 1,
        with_decision_values({calibrator})},
       calibrated_reduction<ClassScheme::one_vs_all>,
       reduction_work<ClassScheme::one_vs_all>});
}

MethodRow pairwise_coupling() {
  return by_machines_of_two({{"pairwise_coupling", "Coupling", "Wu, Lin & Weng (2004), section 4.2",
                              "the probabilities of all classes nearest to the calibrated ones of all pairs",
                              1, with_decision_values({calibrator})},
                             calibrated_reduction<ClassScheme::pairwise_coupling>,
                             reduction_work<ClassScheme::pairwise_coupling>});
}

/// Whose scores of the classes are calibrated.
enum class ScoresOf { machines, kernel_logistic };

const auto scores_of =
    core::word<ScoresOf>(
        "scores_of",
        "the decision values of the classifier for each class against all others, or multinomial "
        "logistic regression with the classifier's kernel",
        {{"machines", ScoresOf::machines}, {"kernel_logistic", ScoresOf::kernel_logistic}})
        .or_else(ScoresOf::machines);

using ClassTargets = core::ClassCalibration::Targets;

const auto class_targets =
    core::word<ClassTargets>(
        "targets",
        "what is fitted: the labels drawn in by the rule of succession, so that a fit always "
        "exists, or the labels, as the papers have it",
        {{"smoothed", ClassTargets::smoothed}, {"labels", ClassTargets::labels}})
        .or_else(ClassTargets::smoothed);

/// By the classifier's kernel in both cases: a fit of several classes, or machines of each class.
MethodWork scores_work(const Training& training) {
  if (scores_of.of(training.method) == ScoresOf::machines)
    return reduction_work<ClassScheme::one_vs_rest_scores>(training);
  const auto folds = static_cast<double>(DecisionValues::of(training.method).folds);
  const Work fit = class_logistic_work(training, training.is_linear());
  return fit + fit.times(folds).lasting(share_outside(folds));
}

std::shared_ptr<const core::Learner> scored_method(const Parameters& p, const core::Classifier& classifier) {
  if (scores_of.of(p) == ScoresOf::kernel_logistic)
    return std::make_shared<core::KernelMulticategoryLogistic>(classifier.machine_kernel(
        "scores_of: kernel_logistic has a loss of its own. Name a weighted_svm with its kernel."));
  return std::make_shared<core::BinaryReduction>(
      ClassScheme::one_vs_rest_scores,
      std::make_shared<core::MarginLearner>(classifier, std::make_shared<core::SoftmaxScaling>()));
}

Built calibrated_classes(const Parameters& p, Ingredients from, std::shared_ptr<core::ClassCalibration> by) {
  const DecisionValues fitted_to = DecisionValues::of(p);
  by->folds = fitted_to.folds;
  by->assignment = fitted_to.assignment;
  by->targets = class_targets.of(p);
  if (const auto* given = std::get_if<core::GivenScores>(&from.classifier.loss))
    return std::make_unique<core::GivenClassCalibration>(*given, std::move(by));
  return std::make_unique<core::TunedEstimator>(
      std::make_unique<core::CalibratedClasses>(scored_method(p, from.classifier), std::move(by)),
      std::move(from.criterion));
}

template <class Calibration>
Built of_calibration(const Parameters& p, Ingredients from) {
  return calibrated_classes(p, std::move(from), std::make_shared<Calibration>());
}

MethodRow temperature() {
  return by_machines_of_two(
      {{"temperature", "Temperature", "Guo, Pleiss, Sun & Weinberger (2017), section 4.2",
        "p in proportion to exp(z / T) for the scores z of the classes", 1,
        with_decision_values({scores_of, class_targets})},
       of_calibration<core::TemperatureScaling>,
       scores_work});
}

MethodRow vector_scaling() {
  return by_machines_of_two({{"vector_scaling", "Vector", "Guo, Pleiss, Sun & Weinberger (2017), section 4.2",
                              "p_k in proportion to exp(a_k z_k + b_k) for the scores z of the classes", 1,
                              with_decision_values({scores_of, class_targets})},
                             of_calibration<core::VectorScaling>,
                             scores_work});
}

const auto off_diagonal =
    core::real("ridge", "the penalty on the squares of w_kj, k other than j, over K (K - 1)")
        .in(0, 1e9)
        .or_else(0.01);
const auto intercepts = core::real("intercept_ridge", "the penalty on the squares of the intercepts, over K")
                            .in(0, 1e9)
                            .or_else(0.01);

MethodRow dirichlet() {
  return by_machines_of_two(
      {{"dirichlet", "Dirichlet",
        "Kull, Perello Nieto, Kaengsepp, Silva Filho, Song & Flach (2019), section 3",
        "p_k in proportion to exp(sum_j w_kj log q_j + b_k) for the softmax q of the scores", 1,
        with_decision_values({scores_of, off_diagonal, intercepts, class_targets})},
       [](const Parameters& p, Ingredients from) {
         auto by = std::make_shared<core::DirichletCalibration>();
         by->ridge = off_diagonal.of(p);
         by->intercept_ridge = intercepts.of(p);
         return calibrated_classes(p, std::move(from), std::move(by));
       },
       scores_work});
}

} // namespace

std::vector<MethodRow> class_calibrations() {
  return {one_vs_rest(), pairwise_coupling(), temperature(), vector_scaling(), dirichlet()};
}

} // namespace experiments
