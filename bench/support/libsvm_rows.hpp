#pragma once
#include <libsvm/svm.h>

#include <array>
#include <vector>

#include "bench/support/weighted_grid.hpp"

namespace bench {

/// LIBSVM's C interface on a precomputed kernel. Rows are laid out once; a fit is one svm_train.
class LibsvmRows {
 public:
  /// LIBSVM knows no counts: a point drawn twice is two rows.
  explicit LibsvmRows(const Problem& problem) {
    std::vector<int> drawn;
    for (int i = 0; i < problem.y.size(); ++i)
      for (int times = 0; times < problem.count[i]; ++times) drawn.push_back(i);
    const std::size_t n = drawn.size();
    rows_.assign(n, std::vector<svm_node>(n + 2));
    for (std::size_t i = 0; i < n; ++i) {
      rows_[i][0] = {0, static_cast<double>(i + 1)};
      for (std::size_t j = 0; j < n; ++j)
        rows_[i][j + 1] = {static_cast<int>(j + 1), problem.gram(drawn[i], drawn[j])};
      rows_[i][n + 1] = {-1, 0};
      y_.push_back(problem.y[drawn[i]]);
      x_.push_back(rows_[i].data());
    }
    svm_set_print_string_function([](const char*) {});
  }

  /// Seconds of one fit with C = 1/lambda, class weights 1 - pi and pi, to this tolerance, 1e-3 being
  /// LIBSVM's default. Decision values at the training points would come on top.
  double seconds(double lambda, double pi, double eps = 1e-3) {
    svm_problem data{static_cast<int>(y_.size()), y_.data(), x_.data()};
    std::array<int, 2> labels{1, -1};
    std::array<double, 2> weights{1 - pi, pi};
    svm_parameter how{};
    how.svm_type = C_SVC;
    how.kernel_type = PRECOMPUTED;
    how.cache_size = 100;
    how.eps = eps;
    how.C = 1 / lambda;
    how.nr_weight = 2;
    how.weight_label = labels.data();
    how.weight = weights.data();
    how.shrinking = 1;
    const double begin = cpu_seconds();
    svm_model* model = svm_train(&data, &how);
    svm_free_and_destroy_model(&model);
    return cpu_seconds() - begin;
  }

  /// The same at every stride-th node of the grid, from the middle of the first stride on; strides prime to
  /// 60 meet all decades and weights alike. Where they take more seconds than the budget together, not all of
  /// them: large and small lambda take turns, the smallest, where LIBSVM takes longest, last.
  std::vector<double> seconds_at(int stride, double eps = 1e-3, double budget = 1e300) {
    const Vector lambdas = lambda_grid();
    const std::vector<double> pis = pi_grid();
    std::vector<double> out;
    const int turn = 3;
    for (int first = turn - 1; first >= 0; --first)
      for (long node = stride / 2 + first * stride; node < 1140 && budget > 0; node += turn * stride) {
        out.push_back(seconds(lambdas[node % 60], pis[static_cast<std::size_t>(node / 60)], eps));
        budget -= out.back();
      }
    return out;
  }

 private:
  std::vector<std::vector<svm_node>> rows_;
  std::vector<double> y_;
  std::vector<svm_node*> x_;
};

} // namespace bench
