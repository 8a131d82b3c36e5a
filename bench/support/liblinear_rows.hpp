#pragma once
#include <linear.h>

#include <vector>

#include "bench/support/weighted_grid.hpp"

namespace bench {

/// LIBLINEAR's C interface on a sample: rows without zeros, as it wants them, and an intercept that it
/// penalises like any other coefficient, so that its times can be compared and its answers cannot.
class LiblinearRows {
 public:
  explicit LiblinearRows(const core::Sample& sample) : y_(sample.y.begin(), sample.y.end()) {
    nodes_.resize(static_cast<std::size_t>(sample.size()));
    for (Eigen::Index i = 0; i < sample.size(); ++i) {
      auto& row = nodes_[static_cast<std::size_t>(i)];
      for (Eigen::Index k = 0; k < sample.x.cols(); ++k)
        if (sample.x(i, k) != 0) row.push_back({static_cast<int>(k + 1), sample.x(i, k)});
      row.push_back({static_cast<int>(sample.x.cols() + 1), 1});
      row.push_back({-1, 0});
      pointers_.push_back(row.data());
    }
    problem_ = {static_cast<int>(y_.size()), static_cast<int>(sample.x.cols() + 1), y_.data(),
                pointers_.data(), 1};
    set_print_string_function([](const char*) {});
  }

  /// Seconds of one fit by this solver of LIBLINEAR, to its tolerance eps.
  double seconds(int solver, double c, double eps) const {
    parameter how{};
    how.solver_type = solver;
    how.C = c;
    how.eps = eps;
    const double begin = cpu_seconds();
    model* fitted = train(&problem_, &how);
    const double taken = cpu_seconds() - begin;
    free_and_destroy_model(&fitted);
    return taken;
  }

 private:
  std::vector<double> y_;
  std::vector<std::vector<feature_node>> nodes_;
  std::vector<feature_node*> pointers_;
  problem problem_{};
};

} // namespace bench
