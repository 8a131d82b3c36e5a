#include "tests/experiments/config/support/small_catalogue.hpp"

#include <limits>

#include "core/settings/parameter.hpp"

namespace experiments {
namespace {

using core::ParameterSpec;

constexpr double tiny = std::numeric_limits<double>::min(), any = std::numeric_limits<double>::infinity();

ParameterSpec count(const std::string& key, std::int64_t fallback, double least) {
  return core::integer(key, "how many").in(least, 1e6).or_else(fallback);
}

const auto lambdas = core::reals("lambda", "the regularisation, 1/C").in(tiny, any);
const auto tau = core::real("tau", "size of the perturbation").in(-any, 1).or_else(0.5);
const auto covariance =
    core::word<int>("covariance", "how it is estimated", {{"corrected", 0}, {"printed", 1}}).or_else(0);
const auto kernel =
    core::word<int>("kernel", "the kernel of the classifier", {{"linear", 0}, {"gaussian", 1}});
const auto sigma_unit =
    core::word<int>("sigma_unit", "what sigma multiplies", {{"median", 0}, {"absolute", 1}})
        .or_else(0)
        .only_with(kernel, 1);
const auto sigma =
    core::real("sigma", "bandwidth in sigma_unit").in(tiny, any).or_else(1).only_with(kernel, 1);

} // namespace

Catalogue small_catalogue() {
  const std::vector<ParameterSpec> sizes{count("n_train", 100, 2), count("n_test", 900, 1)};
  const std::vector<ParameterSpec> folds{count("folds", 5, 2), lambdas};
  const std::vector<ParameterSpec> perturbation{count("samples", 10, 2), tau, covariance, lambdas};
  return {
      {{"wang2008/example1", "Example 1", "section 5.1", "two normals", 1, sizes},
       {"wang2008/example2", "Example 2", "section 5.1", "three normals", 2, sizes}},
      {{"weighted_svm", "SVM", "eq. (3)", "weighted hinge loss", 1, {kernel, sigma_unit, sigma}},
       {"weighted_psi", "psi", "section 2.1", "weighted psi loss", 1, {kernel, sigma_unit, sigma}},
       {"lda", "LDA", "-", "normal classes", 1, {}}},
      {{"platt", "Platt's", "section 4", "a logistic curve through the decision values", 1, {}},
       {"bracket", "Our", "Algorithm 1", "brackets by weighted classifiers", 3, {count("intervals", 20, 2)}}},
      {{"fixed", "fixed", "-", "no tuning", 1, {lambdas}},
       {"cross_validation", "CV", "-", "held-out folds", 1, folds},
       {"perturbation", "perturbation", "section 3", "perturbed copies", 1, perturbation}},
      {{"gkl", "GKL", "comparative loss", true},
       {"cre", "CRE", "cross-entropy", true},
       {"test_error", "Error", "misclassification rate", true}}};
}

} // namespace experiments
