#include <array>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "core/tuning/cost_validation.hpp"
#include "core/tuning/perturbation_criterion.hpp"
#include "core/tuning/prior_step.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/shared_work.hpp"

// The ways to choose lambda a config may name.
namespace experiments {
namespace {

using core::Parameters;
using BuiltCriterion = std::unique_ptr<core::TuningCriterion>;

constexpr double smallest_lambda = 1e-9, largest_lambda = 1e9;

const auto lambda_grid =
    core::reals("lambda",
                "the values of lambda = 1/C to choose from: a list, or {from, to, per_decade, spacing}")
        .in(smallest_lambda, largest_lambda);
const auto folds = core::integer("folds", "number of folds").in(2, 1e6);

const auto fixed_lambda = core::real("lambda", "lambda = 1/C").in(smallest_lambda, largest_lambda);

const auto fixed_omega =
    core::reals("omega", "the mixing of penalties, one number; none: the method's own").in(0, 1).or_else({});

Comparisons on_one_sample(const Parameters&) {
  return {.samples = 1};
}

/// The row of a criterion that minds no number of classes.
CriterionRow of_any_classes(CriterionRow row) {
  row.entry.most_classes = core::any_classes;
  return row;
}

CriterionRow fixed() {
  return of_any_classes(
      {{"fixed", "fixed lambda", "", "the lambda that is given", 1, {fixed_lambda, fixed_omega}},
       [](const Parameters& p) -> BuiltCriterion {
         auto criterion = std::make_unique<core::FixedLambda>();
         criterion->lambda = fixed_lambda.of(p);
         const std::vector<double> omega = fixed_omega.of(p, {});
         core::require(omega.size() < 2,
                       "omega has " + std::to_string(omega.size()) +
                           " values, and with a fixed lambda nothing chooses among them. Give one.",
                       {"omega"});
         if (!omega.empty()) criterion->omega = omega.front();
         return criterion;
       },
       [](const Parameters&) { return Comparisons{}; }});
}

using CrossValidation = core::CrossValidation;

enum class HeldOutLoss { log_loss, error, mean_test_loss };

const auto of = core::word<HeldOutLoss>(
                    "of",
                    "the loss of held-out points: their log-loss, the share decided wrongly, or the mean "
                    "cost of errors where one of a class costs the share of the other",
                    {{"log_loss", HeldOutLoss::log_loss},
                     {"error", HeldOutLoss::error},
                     {"mean_test_loss", HeldOutLoss::mean_test_loss}})
                    .or_else(HeldOutLoss::log_loss);
const auto threshold =
    core::word<core::CostValidation::Rule>("threshold",
                                           "with of: mean_test_loss, what decides between the classes: a "
                                           "score of 0; the share of positives; what "
                                           "is best together with lambda, exactly or on a grid",
                                           {{"zero", core::CostValidation::Rule::zero},
                                            {"prior", core::CostValidation::Rule::prior},
                                            {"joint", core::CostValidation::Rule::joint},
                                            {"grid", core::CostValidation::Rule::grid}})
        .or_else(core::CostValidation::Rule::zero);
const auto dealing =
    core::word<core::FoldAssignment>(
        "dealing", "how points come into the folds: all at random, or each class dealt out evenly",
        {{"at_random", core::FoldAssignment::at_random}, {"stratified", core::FoldAssignment::stratified}})
        .or_else(core::FoldAssignment::at_random);
const auto level =
    core::word<CrossValidation::Ties>("ties",
                                      "which of level values is taken: the larger lambda, the smaller one, "
                                      "or that with the smallest sum of "
                                      "the losses the method minimises, on held-out points",
                                      {{"larger_lambda", CrossValidation::Ties::larger_lambda},
                                       {"smaller_lambda", CrossValidation::Ties::smaller_lambda},
                                       {"smallest_loss", CrossValidation::Ties::smallest_loss}})
        .or_else(CrossValidation::Ties::larger_lambda);
const auto omega =
    core::reals("omega",
                "shares of the elastic net's penalty on absolute values to choose from, the first of level "
                "ones taken; none: the method's own")
        .in(0, 1)
        .or_else({});
const auto sigmas =
    core::reals("sigma",
                "the bandwidths of a Gaussian kernel to choose from, in the classifier's sigma_unit; none: "
                "the classifier's")
        .in(1e-9, 1e9)
        .or_else({});
const auto lambda_unit =
    core::word<CrossValidation::LambdaUnit>(
        "lambda_unit",
        "what lambda counts: itself, or fractions of the least one at which the training sample's answer is "
        "constant",
        {{"absolute", CrossValidation::LambdaUnit::absolute},
         {"largest", CrossValidation::LambdaUnit::largest}})
        .or_else(CrossValidation::LambdaUnit::absolute);

BuiltCriterion build_cost_validation(const Parameters& p) {
  core::require(level.of(p) == CrossValidation::Ties::larger_lambda && omega.of(p).empty() &&
                    sigmas.of(p).empty() && lambda_unit.of(p) == CrossValidation::LambdaUnit::absolute,
                "of: mean_test_loss takes no ties, omega, sigma or lambda_unit. Level costs go to the larger "
                "lambda. Leave them out.",
                {of.key()});
  auto criterion = std::make_unique<core::CostValidation>();
  criterion->lambdas = lambda_grid.of(p);
  criterion->folds = folds.of(p);
  criterion->assignment = dealing.of(p);
  criterion->threshold = threshold.of(p);
  return criterion;
}

BuiltCriterion build_cross_validation(const Parameters& p) {
  if (of.of(p) == HeldOutLoss::mean_test_loss) return build_cost_validation(p);
  core::require(threshold.of(p) == core::CostValidation::Rule::zero,
                "threshold: " + threshold.word(threshold.of(p)) + " with of: " + of.word(of.of(p)) +
                    " has no costs of errors, by which a threshold is chosen. Write of: mean_test_loss.",
                {threshold.key(), of.key()});
  auto criterion = std::make_unique<CrossValidation>();
  criterion->lambdas = lambda_grid.of(p);
  criterion->folds = folds.of(p);
  criterion->of = of.of(p) == HeldOutLoss::error ? CrossValidation::Of::error : CrossValidation::Of::log_loss;
  criterion->assignment = dealing.of(p);
  criterion->ties = level.of(p);
  criterion->sigmas = sigmas.of(p);
  criterion->omegas = omega.of(p);
  criterion->unit = lambda_unit.of(p);
  return criterion;
}

double alternatives(const std::vector<double>& values) {
  return values.empty() ? 1 : static_cast<double>(values.size());
}

CriterionRow cross_validation() {
  return of_any_classes(
      {{"cross_validation",
        "cross-validation",
        "",
        "least loss of held-out training points",
        1,
        {lambda_grid, folds.or_else(5), of, dealing, level, sigmas, omega, lambda_unit, threshold}},
       build_cross_validation,
       [](const Parameters& p) {
         const auto parts = static_cast<double>(folds.of(p));
         return Comparisons{parts * alternatives(sigmas.of(p)) * alternatives(omega.of(p)),
                            share_outside(parts)};
       }});
}

using Ties = core::CrossValidation::Ties;

const auto linear_lambdas =
    core::reals("linear_lambda", "the values of lambda for a linear kernel; none: the same")
        .in(smallest_lambda, largest_lambda)
        .or_else({});
const auto sample_size =
    core::integer("sample_size", "rows looked at, drawn at random with the classes in proportion; 0: all")
        .in(0, 1e9)
        .or_else(0);
const auto ties =
    core::word<Ties>("ties", "which of equally accurate values is taken: the smaller lambda is the larger C",
                     {{"smaller_lambda", Ties::smaller_lambda}, {"larger_lambda", Ties::larger_lambda}})
        .or_else(Ties::smaller_lambda);

BuiltCriterion build_prior_step(const Parameters& p) {
  auto criterion = std::make_unique<core::PriorStep>();
  criterion->validation.lambdas = lambda_grid.of(p);
  criterion->validation.folds = folds.of(p);
  criterion->validation.assignment = core::FoldAssignment::stratified;
  criterion->validation.of = core::CrossValidation::Of::error;
  criterion->validation.ties = ties.of(p);
  criterion->sigmas = sigmas.of(p);
  criterion->linear_lambdas = linear_lambdas.of(p);
  criterion->sample_size = sample_size.of(p);
  criterion->once = found_once;
  criterion->each = share_out;
  return criterion;
}

CriterionRow prior_step() {
  return {{"prior_step",
           "prior step",
           "Rueping (2004), section 4",
           "least cross-validated error of the classification rule, once for a data set and all folds of its "
           "cross-validation",
           1,
           {lambda_grid, linear_lambdas, sigmas, folds.or_else(10), sample_size, ties}},
          build_prior_step,
          [](const Parameters& p) { // for all folds of a study together
            return Comparisons{.samples = alternatives(sigmas.of(p)), .of_rule = true};
          }};
}

using core::CovarianceReading;

const auto samples =
    core::integer("samples", "D: D input samples with D label samples each").in(2, 1000).or_else(10);
const auto tau = core::real("tau", "size of the perturbation").in(0.01, 0.99).or_else(0.5);
using core::PerturbedInputs;

const auto perturbed_inputs =
    core::word<PerturbedInputs>(
        "inputs",
        "whether perturbed samples draw inputs of their own, or keep those of the "
        "training sample as they are",
        {{"resampled", PerturbedInputs::resampled}, {"as_they_are", PerturbedInputs::as_they_are}})
        .or_else(PerturbedInputs::resampled);
const auto covariance = core::word<CovarianceReading>("covariance", "eq. 13 corrected, or as printed",
                                                      {{"corrected", CovarianceReading::corrected},
                                                       {"printed", CovarianceReading::printed}})
                            .or_else(CovarianceReading::corrected);

CriterionRow perturbation() {
  return {{"perturbation",
           "data perturbation",
           "Wang, Shen & Liu (2008), section 3.2, eqs 9-14",
           "least GKL as estimated from perturbed copies of the training sample",
           1,
           {lambda_grid, samples, tau, covariance, perturbed_inputs}},
          [](const Parameters& p) -> BuiltCriterion {
            auto criterion = std::make_unique<core::Perturbation>();
            criterion->lambdas = lambda_grid.of(p);
            criterion->samples = samples.of(p);
            criterion->tau = tau.of(p);
            criterion->reading = covariance.of(p);
            criterion->inputs = perturbed_inputs.of(p);
            return criterion;
          },
          [](const Parameters& p) {
            const auto each = static_cast<double>(samples.of(p));
            return Comparisons{each * each + 1};
          }};
}

template <class Criterion>
BuiltCriterion over_grid(const Parameters& p) {
  auto criterion = std::make_unique<Criterion>();
  criterion->lambdas = lambda_grid.of(p);
  return criterion;
}

using OracleLoss = core::Oracle::Of;

const auto known_loss =
    core::word<OracleLoss>(
        "of", "the loss on the test sample that is least",
        {{"gkl", OracleLoss::gkl}, {"cre", OracleLoss::cre}, {"test_error", OracleLoss::test_error}})
        .or_else(OracleLoss::gkl);

CriterionRow oracle() {
  return {{"oracle",
           "oracle",
           "",
           "least loss on the test sample: a limit, not a method",
           1,
           {lambda_grid, known_loss}},
          [](const Parameters& p) -> BuiltCriterion {
            auto criterion = std::make_unique<core::Oracle>();
            criterion->lambdas = lambda_grid.of(p);
            criterion->of = known_loss.of(p);
            return criterion;
          },
          on_one_sample};
}

using TuningSet = core::TuningSet;

const auto counted_in =
    core::word<TuningSet::LambdaUnit>(
        "lambda_unit",
        "what lambda counts: itself, or training rows, so that it is n times the "
        "penalty beside a mean loss",
        {{"absolute", TuningSet::LambdaUnit::absolute}, {"rows", TuningSet::LambdaUnit::rows}})
        .or_else(TuningSet::LambdaUnit::absolute);

CriterionRow tuning_set() {
  return {{"tuning_set",
           "independent tuning sample",
           "",
           "least log-loss on the data set's n_tune points",
           1,
           {lambda_grid, sigmas, counted_in}},
          [](const Parameters& p) -> BuiltCriterion {
            auto criterion = std::make_unique<TuningSet>();
            criterion->lambdas = lambda_grid.of(p);
            criterion->sigmas = sigmas.of(p);
            criterion->unit = counted_in.of(p);
            return criterion;
          },
          [](const Parameters& p) { return Comparisons{alternatives(sigmas.of(p))}; }};
}

} // namespace

std::span<const CriterionRow> criteria() {
  static const std::array rows{
      fixed(),
      cross_validation(),
      prior_step(),
      perturbation(),
      of_any_classes(
          {{"training_loss",
            "training loss",
            "Wang, Shen & Liu (2008), EGKL, eq. 6",
            "least log-loss on the training points themselves: eq. 9 without its covariance penalty",
            1,
            {lambda_grid}},
           over_grid<core::TrainingLoss>,
           on_one_sample}),
      of_any_classes(tuning_set()),
      of_any_classes(oracle()),
  };
  return rows;
}

} // namespace experiments
