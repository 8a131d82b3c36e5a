#include <array>
#include <future>
#include <map>
#include <mutex>

#include "core/parameter.hpp"
#include "core/tuning/perturbation_criterion.hpp"
#include "core/tuning/prior_step.hpp"
#include "experiments/catalog/methods.hpp"

// The ways to choose lambda a config may name.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::TuningCriterion>;

constexpr double smallest_lambda = 1e-9, largest_lambda = 1e9;

const auto lambda_grid =
    core::reals("lambda",
                "the values of lambda = 1/C to choose from: a list, or {from, to, per_decade, spacing}")
        .in(smallest_lambda, largest_lambda);
const auto folds = core::integer("folds", "number of folds").in(2, 1e6);

const auto fixed_lambda = core::real("lambda", "lambda = 1/C").in(smallest_lambda, largest_lambda);

CriterionRow fixed() {
  return {{"fixed", "fixed lambda", "", "the lambda that is given", 1, {fixed_lambda}},
          [](const Parameters& p) -> Built {
            auto criterion = std::make_unique<core::FixedLambda>();
            criterion->lambda = fixed_lambda.of(p);
            return criterion;
          }};
}

CriterionRow cross_validation() {
  return {{"cross_validation",
           "cross-validation",
           "",
           "least log-loss of held-out training points",
           1,
           {lambda_grid, folds.or_else(5)}},
          [](const Parameters& p) -> Built {
            auto criterion = std::make_unique<core::CrossValidation>();
            criterion->lambdas = lambda_grid.of(p);
            criterion->folds = folds.of(p);
            return criterion;
          }};
}

/// What `find` gives under this name: found by the first cell of the process that asks, the others wait for
/// it. What finding throws is thrown to all of them. Called from any thread.
core::Tuned memoised(const std::string& name, const std::function<core::Tuned()>& find) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_future<core::Tuned>> known;
  std::packaged_task<core::Tuned()> task(find);
  std::shared_future<core::Tuned> answer;
  bool first = false;
  {
    const std::lock_guard lock(mutex);
    first = !known.contains(name);
    if (first) known[name] = task.get_future().share();
    answer = known[name];
  }
  if (first) task();
  return answer.get();
}

using Ties = core::CrossValidation::Ties;

const auto linear_lambdas =
    core::reals("linear_lambda", "the values of lambda for a linear kernel; none: the same")
        .in(smallest_lambda, largest_lambda)
        .or_else({});
const auto sigmas =
    core::reals("sigma",
                "the bandwidths of a Gaussian kernel to choose from, in the classifier's sigma_unit; none: "
                "the classifier's")
        .in(1e-9, 1e9)
        .or_else({});
const auto sample_size =
    core::integer("sample_size", "rows looked at, drawn at random with the classes in proportion; 0: all")
        .in(0, 1e9)
        .or_else(0);
const auto ties =
    core::word<Ties>("ties", "which of equally accurate values is taken: the smaller lambda is the larger C",
                     {{"smaller_lambda", Ties::smaller_lambda}, {"larger_lambda", Ties::larger_lambda}})
        .or_else(Ties::smaller_lambda);

Built build_prior_step(const Parameters& p) {
  auto criterion = std::make_unique<core::PriorStep>();
  criterion->validation.lambdas = lambda_grid.of(p);
  criterion->validation.folds = folds.of(p);
  criterion->validation.assignment = core::FoldAssignment::stratified;
  criterion->validation.of = core::CrossValidation::Of::error;
  criterion->validation.ties = ties.of(p);
  criterion->sigmas = sigmas.of(p);
  criterion->linear_lambdas = linear_lambdas.of(p);
  criterion->sample_size = sample_size.of(p);
  criterion->once = memoised;
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
          build_prior_step};
}

using core::CovarianceReading;

const auto samples =
    core::integer("samples", "D: D input samples with D label samples each").in(2, 1000).or_else(10);
const auto tau = core::real("tau", "size of the perturbation").in(0.01, 0.99).or_else(0.5);
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
           {lambda_grid, samples, tau, covariance}},
          [](const Parameters& p) -> Built {
            auto criterion = std::make_unique<core::Perturbation>();
            criterion->lambdas = lambda_grid.of(p);
            criterion->samples = samples.of(p);
            criterion->tau = tau.of(p);
            criterion->reading = covariance.of(p);
            return criterion;
          }};
}

template <class Criterion>
Built over_grid(const Parameters& p) {
  auto criterion = std::make_unique<Criterion>();
  criterion->lambdas = lambda_grid.of(p);
  return criterion;
}

} // namespace

std::span<const CriterionRow> criteria() {
  static const std::array rows{
      fixed(),
      cross_validation(),
      prior_step(),
      perturbation(),
      CriterionRow{{"training_loss",
                    "training loss",
                    "Wang, Shen & Liu (2008), EGKL, eq. 6",
                    "least log-loss on the training points themselves: eq. 9 without its covariance penalty",
                    1,
                    {lambda_grid}},
                   over_grid<core::TrainingLoss>},
      CriterionRow{{"tuning_set",
                    "independent tuning sample",
                    "",
                    "least log-loss on the data set's n_tune points",
                    1,
                    {lambda_grid}},
                   over_grid<core::TuningSet>},
      CriterionRow{
          {"oracle", "oracle", "", "least GKL on the test sample: a limit, not a method", 1, {lambda_grid}},
          over_grid<core::Oracle>},
  };
  return rows;
}

} // namespace experiments
