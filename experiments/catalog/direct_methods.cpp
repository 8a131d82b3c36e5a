#include "core/probability/decision_comparison.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "experiments/catalog/groups.hpp"

namespace experiments {
namespace {

std::unique_ptr<core::ProbabilityEstimator> penalised_logistic(const core::Parameters&, Ingredients from) {
  return std::make_unique<core::TunedEstimator>(std::make_unique<core::PenalisedLogistic>(),
                                                std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> kernel_logistic(const core::Parameters&, Ingredients from) {
  return std::make_unique<core::TunedEstimator>(std::make_unique<core::KernelLogistic>(from.classifier),
                                                std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> nearest_neighbours(const core::Parameters& p, Ingredients) {
  auto estimator = std::make_unique<core::NearestNeighbours>();
  estimator->neighbours = p.integer("neighbours");
  return estimator;
}

std::unique_ptr<core::ProbabilityEstimator> solution_path(const core::Parameters& p, Ingredients from) {
  return std::make_unique<core::SolutionPath>(from.classifier, p.real("lambda"));
}

std::unique_ptr<core::ProbabilityEstimator> decision_comparison(const core::Parameters& p, Ingredients from) {
  return std::make_unique<core::DecisionComparison>(from.classifier, p.real("lambda"));
}

core::ParameterSpec held_lambda(const std::string& meaning) {
  return {.key = "lambda",
          .kind = core::Kind::real,
          .fallback = 1.0,
          .meaning = meaning,
          .good = 0.1,
          .bad = 0.0,
          .least = 1e-9,
          .most = 1e9};
}

core::Entry penalised_logistic_entry() {
  return {"penalised_logistic",
          "PLR",
          "Park & Hastie (2008); Wang, Shen & Liu (2008), section 5.1",
          "logistic regression, linear in the inputs, with lambda |beta|^2",
          1,
          {},
          false};
}

core::Entry kernel_logistic_entry() {
  return {"kernel_logistic",
          "KLR",
          "Keerthi, Duan, Shevade & Poo (2005); Rueping (2004), section 2",
          "logistic regression in the feature space of the classifier's kernel, with lambda/2 |h|^2",
          1,
          {}};
}

core::Entry nearest_neighbours_entry() {
  return {"nearest_neighbours",
          "NN",
          "Wang, Shen & Liu (2008), section 5.1",
          "the share of positives among the k nearest training points",
          1,
          {{.key = "neighbours",
            .kind = core::Kind::integer,
            .fallback = std::int64_t{9},
            .meaning = "k",
            .good = std::int64_t{4},
            .bad = std::int64_t{0},
            .least = 1,
            .most = 1e6}},
          false,
          false};
}

core::Entry solution_path_entry() {
  return {"solution_path",
          "Path",
          "Wang, Shen & Liu (2008), section 4 and Figure 1",
          "the exact solution path in pi, stored whole; p(x) is where f_pi(x) changes sign",
          1,
          {held_lambda("the regularisation, 1/C, held along the path")},
          true,
          false};
}

core::Entry decision_comparison_entry() {
  return {"decision_comparison",
          "SVM and KLR",
          "Rueping (2004), section 3.1 and Figure 1",
          "both decision functions over the one input, stored as curves; p(x) is that of KLR",
          1,
          {held_lambda("the regularisation of both fits, 1/C")},
          true,
          false};
}

} // namespace

std::vector<MethodRow> direct_methods() {
  return {{penalised_logistic_entry(), penalised_logistic},
          {kernel_logistic_entry(), kernel_logistic},
          {nearest_neighbours_entry(), nearest_neighbours},
          {solution_path_entry(), solution_path},
          {decision_comparison_entry(), decision_comparison}};
}

} // namespace experiments
