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

  /// Seconds of one fit with C = 1/lambda, class weights 1 - pi and pi, the default tolerance 1e-3. Decision
  /// values at the training points would come on top.
  double seconds(double lambda, double pi) {
    svm_problem data{static_cast<int>(y_.size()), y_.data(), x_.data()};
    std::array<int, 2> labels{1, -1};
    std::array<double, 2> weights{1 - pi, pi};
    svm_parameter how{};
    how.svm_type = C_SVC;
    how.kernel_type = PRECOMPUTED;
    how.cache_size = 100;
    how.eps = 1e-3;
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

 private:
  std::vector<std::vector<svm_node>> rows_;
  std::vector<double> y_;
  std::vector<svm_node*> x_;
};

} // namespace bench
