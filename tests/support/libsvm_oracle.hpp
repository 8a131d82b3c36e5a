#pragma once
#include <libsvm/svm.h>

#include <array>
#include <memory>
#include <vector>

#include "core/sample/types.hpp"

namespace tests {

/// What LIBSVM answers to the weighted problem of core/solver/margin/weighted_dual.hpp.
struct LibsvmFit {
  core::Vector a; ///< [n], in our scaling: lambda times LIBSVM's coefficients
  double beta_0;
  core::Vector decision(const core::Matrix& gram, double lambda) const {
    return (gram * a / lambda).array() + beta_0;
  }
};

struct LibsvmProblem {
  const core::Matrix& gram;
  const core::Labels& y;
  double pi, lambda;
  double eps = 1e-8; ///< LIBSVM's stopping tolerance, in units of y f
};

/// C-SVC on a precomputed kernel with C = 1/lambda and class weights 1 - pi, pi. Both classes must be
/// present.
inline LibsvmFit fit_libsvm(const LibsvmProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.y.size());
  std::vector<std::vector<svm_node>> rows(n, std::vector<svm_node>(n + 2));
  std::vector<svm_node*> x(n);
  std::vector<double> y(problem.y.data(), problem.y.data() + n);
  for (std::size_t i = 0; i < n; ++i) {
    rows[i][0] = {0, static_cast<double>(i + 1)};
    for (std::size_t j = 0; j < n; ++j)
      rows[i][j + 1] = {static_cast<int>(j + 1), problem.gram(static_cast<long>(i), static_cast<long>(j))};
    rows[i][n + 1] = {-1, 0};
    x[i] = rows[i].data();
  }
  svm_problem data{static_cast<int>(n), y.data(), x.data()};
  std::array<int, 2> labels{1, -1};
  std::array<double, 2> weights{1 - problem.pi, problem.pi};
  svm_parameter how{};
  how.svm_type = C_SVC;
  how.kernel_type = PRECOMPUTED;
  how.cache_size = 50;
  how.eps = problem.eps;
  how.C = 1 / problem.lambda;
  how.nr_weight = 2;
  how.weight_label = labels.data();
  how.weight = weights.data();
  svm_set_print_string_function([](const char*) {});
  svm_model* model = svm_train(&data, &how);
  const double sign = model->label[0];
  LibsvmFit fit{core::Vector::Zero(problem.y.size()), -sign * model->rho[0]};
  for (int k = 0; k < model->l; ++k)
    fit.a(model->sv_indices[k] - 1) = sign * problem.lambda * model->sv_coef[0][k];
  svm_free_and_destroy_model(&model);
  return fit;
}

} // namespace tests
