#include "experiments/catalog/methods.hpp"

#include "core/metric/metric.hpp"
#include "core/multiclass/methods/controls.hpp"
#include "core/probability/decision/decision_comparison.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/nearest_neighbours.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/probability/solution_path.hpp"
#include "core/settings/parameter.hpp"
#include "core/tuning/criterion.hpp"
#include "datasets/answers/stored_answers.hpp"

// The methods that estimate probabilities themselves, controls, and the catalogue of everything.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

MethodWork logistic_work(const Training& training) {
  const auto [n, m, p, classes] = training.size;
  const Work fit{.fits = 1};
  if (training.lambdas > 1 && n >= core::many_observations)
    return fit.with(steps::logistic_path, n * (1 + p / 10));
  return fit.with(steps::logistic, n * (1 + p * p / 200));
}

MethodRow penalised_logistic() {
  return {{"penalised_logistic",
           "PLR",
           "Park & Hastie (2008); Wang, Shen & Liu (2008), section 5.1",
           "logistic regression, linear in the inputs, with lambda |beta|^2",
           1,
           {},
           false},
          [](const Parameters&, Ingredients from) -> Built {
            return std::make_unique<core::TunedEstimator>(std::make_unique<core::PenalisedLogistic>(),
                                                          std::move(from.criterion));
          },
          logistic_work};
}

MethodWork kernel_logistic_work(const Training& training) {
  const double n = training.size.rows;
  return Work{.fits = 1}.with(steps::kernel_logistic, n * n) + kernel_matrices(training, 4);
}

MethodRow kernel_logistic() {
  return {{"kernel_logistic",
           "KLR",
           "Keerthi, Duan, Shevade & Poo (2005); Rueping (2004), section 2",
           "logistic regression in the feature space of the classifier's kernel, with lambda/2 |h|^2",
           1,
           {}},
          [](const Parameters&, Ingredients from) -> Built {
            return std::make_unique<core::TunedEstimator>(
                std::make_unique<core::KernelLogistic>(from.classifier), std::move(from.criterion));
          },
          kernel_logistic_work};
}

const auto neighbours = core::integer("neighbours", "k").in(1, 1e6).or_else(9);

MethodRow nearest_neighbours() {
  return {{"nearest_neighbours",
           "NN",
           "Wang, Shen & Liu (2008), section 5.1",
           "the share of positives among the k nearest training points",
           1,
           {neighbours},
           false,
           false},
          [](const Parameters& p, Ingredients) -> Built {
            auto estimator = std::make_unique<core::NearestNeighbours>();
            estimator->neighbours = neighbours.of(p);
            return estimator;
          },
          [](const Training& training) {
            const auto [n, m, p, classes] = training.size;
            return Work{}.with(steps::neighbours, n * m * (1 + p / 30));
          }};
}

const auto path_lambda =
    core::real("lambda", "the regularisation, 1/C, held along the path").in(1e-9, 1e9).or_else(1);

MethodRow solution_path() {
  return {{"solution_path",
           "Path",
           "Wang, Shen & Liu (2008), section 4 and Figure 1",
           "the exact solution path in pi, stored whole; p(x) is where f_pi(x) changes sign",
           1,
           {path_lambda},
           true,
           false},
          [](const Parameters& p, Ingredients from) -> Built {
            return std::make_unique<core::SolutionPath>(from.classifier, path_lambda.of(p));
          },
          [](const Training& training) {
            const double n = training.size.rows;
            return Work{.fits = 1}.with(steps::weight_path, n * n * n) + kernel_matrices(training, 2);
          }};
}

const auto lambda_of_both =
    core::real("lambda", "the regularisation of both fits, 1/C").in(1e-9, 1e9).or_else(1);

MethodRow decision_comparison() {
  return {{"decision_comparison",
           "SVM and KLR",
           "Rueping (2004), section 3.1 and Figure 1",
           "both decision functions over the one input, stored as curves; p(x) is that of KLR",
           1,
           {lambda_of_both},
           true,
           false},
          [](const Parameters& p, Ingredients from) -> Built {
            return std::make_unique<core::DecisionComparison>(from.classifier, lambda_of_both.of(p));
          },
          kernel_logistic_work};
}

// Controls learn nothing here; nor do probabilities that another program computed.

MethodRow without_fits(core::Entry entry, Built (*build)(const Parameters&, Ingredients)) {
  entry.takes_classifier = entry.takes_lambda = false;
  entry.most_classes = core::any_classes;
  return {std::move(entry), build,
          [](const Training& training) { return Work{}.with(steps::lookup, training.size.points); }};
}

MethodRow true_probability() {
  MethodRow row = without_fits(
      {"true_probability", "true p", "", "the true probabilities of simulated data"},
      [](const Parameters&, Ingredients) -> Built { return std::make_unique<core::TrueProbability>(); });
  row.needs_truth = true;
  return row;
}

MethodRow base_rate() {
  return without_fits(
      {"base_rate", "base rate", "", "the shares of the classes in the training sample, at every point"},
      [](const Parameters&, Ingredients) -> Built { return std::make_unique<core::BaseRate>(); });
}

const auto constant_p = core::real("p", "the probability of the positive class").in(0, 1).or_else(0.5);

MethodRow constant() {
  MethodRow row = without_fits(
      {"constant", "constant", "", "one probability at every point, of two classes", 1, {constant_p}},
      [](const Parameters& p, Ingredients) -> Built {
        return std::make_unique<core::Constant>(constant_p.of(p));
      });
  row.entry.most_classes = 2;
  return row;
}

const auto answers_path = core::text("path", "the folder that marginlab score has made").as_place();
const auto answers_content = core::text("content", "the hash of what the folder holds, 16 digits");

MethodRow computed_elsewhere() {
  MethodRow row =
      without_fits({"computed_elsewhere",
                    "computed elsewhere",
                    "",
                    "probabilities that another program computed; marginlab score adds them to a run",
                    1,
                    {answers_path, answers_content}},
                   [](const Parameters& p, Ingredients) -> Built {
                     auto estimator = std::make_unique<datasets::answers::ComputedElsewhere>();
                     estimator->folder = answers_path.of(p);
                     estimator->content = answers_content.of(p);
                     return estimator;
                   });
  row.of_studies = true;
  row.takes_weights = false;
  return row;
}

} // namespace

std::vector<MethodRow> controls() {
  return {true_probability(), base_rate(), constant(), computed_elsewhere()};
}

std::span<const MethodRow> methods() {
  static const std::vector<MethodRow> rows = [] {
    std::vector<MethodRow> all = calibrations();
    for (const auto& row : {penalised_logistic(), kernel_logistic(), nearest_neighbours(), solution_path(),
                            decision_comparison()})
      all.push_back(row);
    for (const auto& row : decision_methods()) all.push_back(row);
    for (const auto& row : elastic_nets()) all.push_back(row);
    for (const auto& row : border_weights()) all.push_back(row);
    for (const auto& row : competitors()) all.push_back(row);
    for (const auto& row : class_calibrations()) all.push_back(row);
    for (const auto& row : controls()) all.push_back(row);
    for (const auto& row : external_methods()) all.push_back(row);
    for (const auto& row : further_methods()) all.push_back(row);
    return all;
  }();
  return rows;
}

std::span<const datasets::CatalogRow> data_sets() {
  static const std::vector<datasets::CatalogRow> rows = [] {
    std::vector<datasets::CatalogRow> all(datasets::catalog().begin(), datasets::catalog().end());
    all.push_back(external_data());
    for (const auto& row : further_data_sets()) all.push_back(row);
    return all;
  }();
  return rows;
}

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue out;
    for (const auto& row : data_sets()) out.data.push_back(row.entry);
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
