#pragma once
#include <cstdint>
#include <map>
#include <utility>

#include "core/solver/lambda_path.hpp"

namespace core {

/// What a cell can say about all the fits it looked at.
struct Audit {
  double worst_relative_gap = 0;
  std::int64_t fits = 0;
  Status status = Status::ok;

  void see(const Certificate& certificate);
  void see(const Audit& other);
};

/// The weighted fits of one classifier on one training sample, each solved when first asked for and then
/// shared by every method. A fit is a pure function of the sample, the kernel, pi and lambda: who asked first
/// changes no bit. Not for several threads at once.
class WeightedFits {
 public:
  /// gram [n x n] of the training sample, y [n].
  WeightedFits(Matrix gram, Labels y);
  WeightedFits(const WeightedFits&) = delete; // the paths point into gram_ and y_
  WeightedFits& operator=(const WeightedFits&) = delete;

  /// The fit of weight 0 < pi < 1 at lambda > 0.
  const DualSolution& at(double pi, double lambda);

  const Matrix& gram() const { return gram_; }
  const Labels& y() const { return y_; }

 private:
  Matrix gram_;
  Labels y_;
  std::map<double, LambdaPath> paths_;                       // by pi
  std::map<std::pair<double, double>, DualSolution> solved_; // by (pi, lambda)
};

} // namespace core
