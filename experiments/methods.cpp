#include "experiments/methods.hpp"

#include <array>

#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"

namespace experiments {
namespace {

using core::Kind;
using core::Parameters;
using core::ParameterSpec;
using Text = std::string;

constexpr double smallest_lambda = 1e-9, largest_lambda = 1e9;

core::Classifier with_kernel(core::Classifier::Loss loss, const Parameters& p) {
  core::Classifier out;
  out.loss = loss;
  if (p.text("kernel") == "linear") return out;
  out.shape = core::Kernel::Shape::gaussian;
  out.unit = p.text("sigma_unit") == "median" ? core::Classifier::SigmaUnit::median
                                              : core::Classifier::SigmaUnit::absolute;
  out.sigma = p.real("sigma");
  return out;
}

core::Classifier weighted_svm(const Parameters& p) {
  return with_kernel(core::Classifier::Loss::hinge, p);
}

core::Classifier weighted_psi(const Parameters& p) {
  return with_kernel(core::Classifier::Loss::psi, p);
}

std::vector<ParameterSpec> kernel() {
  return {{.key = "kernel",
           .kind = Kind::text,
           .fallback = {},
           .meaning = "linear, or gaussian exp(-|s-t|^2/sigma^2)",
           .good = Text("gaussian"),
           .bad = Text("gausian"),
           .words = {"linear", "gaussian"}},
          {.key = "sigma_unit",
           .kind = Kind::text,
           .fallback = Text("median"),
           .meaning = "what sigma counts: the median distance between the classes, or absolute input units",
           .good = Text("absolute"),
           .bad = Text("mean"),
           .words = {"median", "absolute"},
           .only_with = {{"kernel", "gaussian"}}},
          {.key = "sigma",
           .kind = Kind::real,
           .fallback = 1.0,
           .meaning = "the bandwidth, in sigma_unit",
           .good = 0.5,
           .bad = 0.0,
           .least = 1e-12,
           .most = 1e12,
           .only_with = {{"kernel", "gaussian"}}}};
}

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

std::unique_ptr<core::ProbabilityEstimator> calibrated(std::unique_ptr<core::Calibration> by,
                                                       Ingredients from) {
  auto learner = std::make_unique<core::MarginLearner>(from.classifier, std::move(by));
  return std::make_unique<core::TunedEstimator>(std::move(learner), std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> platt(const Parameters&, Ingredients from) {
  return calibrated(std::make_unique<core::PlattCalibration>(), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> bracket(const Parameters& p, Ingredients from) {
  auto calibration = std::make_unique<core::BracketCalibration>();
  calibration->intervals = p.integer("intervals");
  return calibrated(std::move(calibration), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> penalised_logistic(const Parameters&, Ingredients from) {
  return std::make_unique<core::TunedEstimator>(std::make_unique<core::PenalisedLogistic>(),
                                                std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> nearest_neighbours(const Parameters& p, Ingredients) {
  auto estimator = std::make_unique<core::NearestNeighbours>();
  estimator->neighbours = p.integer("neighbours");
  return estimator;
}

} // namespace

std::span<const ClassifierRow> classifiers() {
  static const std::array rows{
      ClassifierRow{{"weighted_svm", "SVM", "Wang, Shen & Liu (2008), eq. 3",
                     "support vector machine with class weights 1 - pi, pi", 1, kernel()},
                    weighted_svm},
      ClassifierRow{
          {"weighted_psi", "psi", "Wang, Shen & Liu (2008), sections 2.1 and 2.2",
           "psi-learning with class weights 1 - pi, pi, by d.c. programming from the support vector machine",
           1, kernel()},
          weighted_psi},
  };
  return rows;
}

std::span<const CriterionRow> criteria() {
  static const std::array rows{
      CriterionRow{{"fixed",
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
                      .most = largest_lambda}}},
                   fixed},
      CriterionRow{{"cross_validation",
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
                      .most = 1e6}}},
                   cross_validation},
      CriterionRow{{"perturbation",
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
                      .words = {"corrected", "printed"}}}},
                   perturbation},
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

std::span<const MethodRow> methods() {
  static const std::array rows{
      MethodRow{{"platt",
                 "Platt",
                 "Platt (1999); Wang, Shen & Liu (2008), eq. 1",
                 "a sigmoid of the unweighted classifier's decision values",
                 1,
                 {}},
                platt},
      MethodRow{{"bracket",
                 "Bracket",
                 "Wang, Shen & Liu (2008), Algorithm 1",
                 "the class probability bracketed by the sign changes of weighted classifiers",
                 1,
                 {{.key = "intervals",
                   .kind = Kind::integer,
                   .fallback = std::int64_t{20},
                   .meaning = "m, the number of intervals of [0, 1]; 0 stands for floor(sqrt n)",
                   .good = std::int64_t{10},
                   .bad = std::int64_t{-1},
                   .least = 0,
                   .most = 10'000}}},
                bracket},
      MethodRow{{"penalised_logistic",
                 "PLR",
                 "Park & Hastie (2008); Wang, Shen & Liu (2008), section 5.1",
                 "logistic regression, linear in the inputs, with lambda |beta|^2",
                 1,
                 {},
                 false},
                penalised_logistic},
      MethodRow{{"nearest_neighbours",
                 "NN",
                 "Wang, Shen & Liu (2008), section 5.1",
                 "the share of positives among the k nearest training points",
                 1,
                 {{.key = "neighbours",
                   .kind = Kind::integer,
                   .fallback = std::int64_t{9},
                   .meaning = "k",
                   .good = std::int64_t{4},
                   .bad = std::int64_t{0},
                   .least = 1,
                   .most = 1e6}},
                 false,
                 false},
                nearest_neighbours},
  };
  return rows;
}

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue out;
    for (const auto& row : datasets::catalog()) out.data.push_back(row.entry);
    for (const auto& row : classifiers()) out.classifiers.push_back(row.entry);
    for (const auto& row : methods()) out.methods.push_back(row.entry);
    for (const auto& row : criteria()) out.criteria.push_back(row.entry);
    for (const auto& row : core::metrics()) {
      out.metrics.push_back(
          {std::string(row.id), std::string(row.label), std::string(row.meaning), row.smaller_is_better});
    }
    return out;
  }();
  return all;
}

} // namespace experiments
