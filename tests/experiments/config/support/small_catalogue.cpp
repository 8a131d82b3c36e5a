#include "tests/experiments/config/support/small_catalogue.hpp"

#include <limits>

namespace experiments {
namespace {

using core::Kind;
using core::ParameterSpec;

ParameterSpec count(const std::string& key, std::int64_t fallback, double least) {
  return {.key = key,
          .kind = Kind::integer,
          .fallback = fallback,
          .meaning = "how many",
          .good = fallback,
          .bad = std::int64_t{-1},
          .least = least,
          .most = 1e6};
}

ParameterSpec lambdas() {
  return {.key = "lambda",
          .kind = Kind::reals,
          .fallback = {},
          .meaning = "the regularisation, 1/C",
          .good = std::vector{1.0},
          .bad = std::vector{0.0},
          .least = std::numeric_limits<double>::min()};
}

ParameterSpec tau() {
  return {.key = "tau",
          .kind = Kind::real,
          .fallback = 0.5,
          .meaning = "size of the perturbation",
          .good = 0.25,
          .bad = 2.0,
          .most = 1};
}

ParameterSpec covariance() {
  return {.key = "covariance",
          .kind = Kind::text,
          .fallback = "corrected",
          .meaning = "how it is estimated",
          .good = "printed",
          .bad = "pooled",
          .words = {"corrected", "printed"}};
}

std::vector<ParameterSpec> kernel_parameters() {
  return {{.key = "kernel",
           .kind = Kind::text,
           .fallback = {},
           .meaning = "the kernel of the classifier",
           .good = "linear",
           .bad = "cubic",
           .words = {"linear", "gaussian"}},
          {.key = "sigma_unit",
           .kind = Kind::text,
           .fallback = "median",
           .meaning = "what sigma multiplies",
           .good = "absolute",
           .bad = "mean",
           .words = {"median", "absolute"},
           .only_with = std::pair("kernel", "gaussian")},
          {.key = "sigma",
           .kind = Kind::real,
           .fallback = 1.0,
           .meaning = "bandwidth in sigma_unit",
           .good = 0.5,
           .bad = -1.0,
           .least = std::numeric_limits<double>::min(),
           .only_with = std::pair("kernel", "gaussian")}};
}

} // namespace

Catalogue small_catalogue() {
  const std::vector<ParameterSpec> sizes{count("n_train", 100, 2), count("n_test", 900, 1)};
  const std::vector<ParameterSpec> folds{count("folds", 5, 2), lambdas()};
  const std::vector<ParameterSpec> perturbation{count("samples", 10, 2), tau(), covariance(), lambdas()};
  return {
      {{"wang2008/example1", "Example 1", "section 5.1", "two normals", 1, sizes},
       {"wang2008/example2", "Example 2", "section 5.1", "three normals", 2, sizes}},
      {{"weighted_svm", "SVM", "eq. (3)", "weighted hinge loss", 1, kernel_parameters()},
       {"weighted_psi", "psi", "section 2.1", "weighted psi loss", 1, kernel_parameters()},
       {"lda", "LDA", "-", "normal classes", 1, {}}},
      {{"platt", "Platt's", "section 4", "a logistic curve through the decision values", 1, {}},
       {"bracket", "Our", "Algorithm 1", "brackets by weighted classifiers", 3, {count("intervals", 20, 2)}}},
      {{"fixed", "fixed", "-", "no tuning", 1, {lambdas()}},
       {"cross_validation", "CV", "-", "held-out folds", 1, folds},
       {"perturbation", "perturbation", "section 3", "perturbed copies", 1, perturbation}},
      {{"gkl", "GKL", "comparative loss", true},
       {"cre", "CRE", "cross-entropy", true},
       {"test_error", "Error", "misclassification rate", true}}};
}

} // namespace experiments
