#include "experiments/catalog/criteria.hpp"

#include <array>
#include <future>
#include <map>
#include <mutex>

#include "core/tuning/prior_step.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

// The ways to choose lambda a config may name.

using core::Kind;
using core::Parameters;
using core::ParameterSpec;
using Text = std::string;

constexpr double smallest_lambda = 1e-9, largest_lambda = 1e9;

ParameterSpec lambda_grid() {
  return {.key = "lambda",
          .kind = Kind::reals,
          .fallback = {},
          .meaning = "the values of lambda = 1/C to choose from: a list, or {from, to, per_decade, spacing}",
          .good = std::vector<double>{0.1, 1, 10},
          .bad = std::vector<double>{-1.0},
          .least = smallest_lambda,
          .most = largest_lambda};
}

template <class Criterion>
std::unique_ptr<core::TuningCriterion> over_grid(const Parameters& p) {
  auto criterion = std::make_unique<Criterion>();
  criterion->lambdas = p.reals("lambda");
  return criterion;
}

std::unique_ptr<core::TuningCriterion> fixed(const Parameters& p) {
  auto criterion = std::make_unique<core::FixedLambda>();
  criterion->lambda = p.real("lambda");
  return criterion;
}

std::unique_ptr<core::TuningCriterion> cross_validation(const Parameters& p) {
  auto criterion = std::make_unique<core::CrossValidation>();
  criterion->lambdas = p.reals("lambda");
  criterion->folds = p.integer("folds");
  return criterion;
}

std::unique_ptr<core::TuningCriterion> perturbation(const Parameters& p) {
  auto criterion = std::make_unique<core::Perturbation>();
  criterion->lambdas = p.reals("lambda");
  criterion->samples = p.integer("samples");
  criterion->tau = p.real("tau");
  criterion->reading = p.text("covariance") == "printed" ? core::CovarianceReading::printed
                                                         : core::CovarianceReading::corrected;
  return criterion;
}

std::unique_ptr<core::TuningCriterion> prior_step(const Parameters& p) {
  auto criterion = std::make_unique<core::PriorStep>();
  criterion->validation.lambdas = p.reals("lambda");
  criterion->validation.folds = p.integer("folds");
  criterion->validation.assignment = core::FoldAssignment::stratified;
  criterion->validation.of = core::CrossValidation::Of::error;
  criterion->validation.ties = p.text("ties") == "larger_lambda"
                                   ? core::CrossValidation::Ties::larger_lambda
                                   : core::CrossValidation::Ties::smaller_lambda;
  criterion->sigmas = p.reals("sigma");
  criterion->linear_lambdas = p.reals("linear_lambda");
  criterion->sample_size = p.integer("sample_size");
  criterion->once = memoised;
  return criterion;
}

core::Entry fixed_entry() {
  return {"fixed",
          "fixed lambda",
          "",
          "the lambda that is given",
          1,
          {{.key = "lambda",
            .kind = Kind::real,
            .fallback = {},
            .meaning = "lambda = 1/C",
            .good = 1.0,
            .bad = 0.0,
            .least = smallest_lambda,
            .most = largest_lambda}}};
}

core::Entry cross_validation_entry() {
  return {"cross_validation",
          "cross-validation",
          "",
          "least log-loss of held-out training points",
          1,
          {lambda_grid(),
           {.key = "folds",
            .kind = Kind::integer,
            .fallback = std::int64_t{5},
            .meaning = "number of folds",
            .good = std::int64_t{10},
            .bad = std::int64_t{1},
            .least = 2,
            .most = 1e6}}};
}

/// The grids of a prior step: lambda, and what other kernels have instead or beside it.
std::vector<ParameterSpec> prior_step_grids() {
  return {lambda_grid(),
          {.key = "linear_lambda",
           .kind = Kind::reals,
           .fallback = std::vector<double>{},
           .meaning = "the values of lambda for a linear kernel; none: the same",
           .good = std::vector<double>{0.01, 1},
           .bad = std::vector<double>{0.0},
           .least = smallest_lambda,
           .most = largest_lambda},
          {.key = "sigma",
           .kind = Kind::reals,
           .fallback = std::vector<double>{},
           .meaning = "the bandwidths of a Gaussian kernel to choose from, in the classifier's sigma_unit; "
                      "none: the classifier's",
           .good = std::vector<double>{1, 10},
           .bad = std::vector<double>{0.0},
           .least = 1e-9,
           .most = 1e9}};
}

/// How it compares them.
std::vector<ParameterSpec> prior_step_rules() {
  return {{.key = "folds",
           .kind = Kind::integer,
           .fallback = std::int64_t{10},
           .meaning = "number of folds",
           .good = std::int64_t{5},
           .bad = std::int64_t{1},
           .least = 2,
           .most = 1e6},
          {.key = "sample_size",
           .kind = Kind::integer,
           .fallback = std::int64_t{0},
           .meaning = "rows looked at, drawn at random with the classes in proportion; 0: all",
           .good = std::int64_t{500},
           .bad = std::int64_t{-1},
           .least = 0,
           .most = 1e9},
          {.key = "ties",
           .kind = Kind::text,
           .fallback = Text("smaller_lambda"),
           .meaning = "which of equally accurate values is taken: the smaller lambda is the larger C",
           .good = Text("larger_lambda"),
           .bad = Text("first"),
           .words = {"smaller_lambda", "larger_lambda"}}};
}

core::Entry prior_step_entry() {
  std::vector<ParameterSpec> parameters = prior_step_grids();
  for (const ParameterSpec& spec : prior_step_rules()) parameters.push_back(spec);
  return {"prior_step",
          "prior step",
          "Rueping (2004), section 4",
          "least cross-validated error of the classification rule, once for a data set and all folds of its "
          "cross-validation",
          1,
          parameters};
}

core::Entry perturbation_entry() {
  return {"perturbation",
          "data perturbation",
          "Wang, Shen & Liu (2008), section 3.2, eqs 9-14",
          "least GKL as estimated from perturbed copies of the training sample",
          1,
          {lambda_grid(),
           {.key = "samples",
            .kind = Kind::integer,
            .fallback = std::int64_t{10},
            .meaning = "D: D input samples with D label samples each",
            .good = std::int64_t{5},
            .bad = std::int64_t{1},
            .least = 2,
            .most = 1000},
           {.key = "tau",
            .kind = Kind::real,
            .fallback = 0.5,
            .meaning = "size of the perturbation",
            .good = 0.25,
            .bad = 0.0,
            .least = 0.01,
            .most = 0.99},
           {.key = "covariance",
            .kind = Kind::text,
            .fallback = Text("corrected"),
            .meaning = "eq. 13 corrected, or as printed",
            .good = Text("printed"),
            .bad = Text("eq13"),
            .words = {"corrected", "printed"}}}};
}

} // namespace

std::span<const CriterionRow> criteria() {
  static const std::array rows{
      CriterionRow{fixed_entry(), fixed},
      CriterionRow{cross_validation_entry(), cross_validation},
      CriterionRow{prior_step_entry(), prior_step},
      CriterionRow{perturbation_entry(), perturbation},
      CriterionRow{{"training_loss",
                    "training loss",
                    "Wang, Shen & Liu (2008), EGKL, eq. 6",
                    "least log-loss on the training points themselves: eq. 9 without its covariance penalty",
                    1,
                    {lambda_grid()}},
                   over_grid<core::TrainingLoss>},
      CriterionRow{{"tuning_set",
                    "independent tuning sample",
                    "",
                    "least log-loss on the data set's n_tune points",
                    1,
                    {lambda_grid()}},
                   over_grid<core::TuningSet>},
      CriterionRow{
          {"oracle", "oracle", "", "least GKL on the test sample: a limit, not a method", 1, {lambda_grid()}},
          over_grid<core::Oracle>},
  };
  return rows;
}

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

} // namespace experiments
