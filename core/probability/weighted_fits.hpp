#pragma once
#include <cstdint>
#include <map>
#include <utility>

#include "core/probability/classifier.hpp"
#include "core/solver/lambda_path.hpp"

namespace core {

/// A certified fit with the number of its d.c. steps: 0 for the hinge loss, at least 1 for psi.
struct WeightedFit : DualSolution {
  std::int64_t dc_steps = 0;
};

/// What a cell can say about all the fits it looked at.
struct Audit {
  double worst_relative_gap = 0;
  std::int64_t fits = 0;
  std::int64_t dc_steps = 0; ///< of all of them together
  Status status = Status::ok;

  void see(const Certificate& certificate);
  void see(const WeightedFit& fit);
  void see(const Audit& other);
};

/// The weighted fits of one classifier on one training sample, each solved when first asked for and then
/// shared by every method. A fit is a pure function of the sample, the kernel, the loss, pi and lambda: who
/// asked first changes no bit. The psi fit is the descent of core/solver/psi_descent.hpp from the support
/// vector machine of the same pi and lambda. Not for several threads at once.
class WeightedFits {
 public:
  /// gram [n x n] of the training sample, y [n].
  WeightedFits(Matrix gram, Labels y, Classifier::Loss loss = Classifier::Loss::hinge);
  WeightedFits(const WeightedFits&) = delete; // the paths point into gram_ and y_
  WeightedFits& operator=(const WeightedFits&) = delete;

  /// The fit of weight 0 < pi < 1 at lambda > 0.
  const WeightedFit& at(double pi, double lambda);

  const Matrix& gram() const { return gram_; }
  const Labels& y() const { return y_; }

 private:
  WeightedFit solved(double pi, double lambda);

  Matrix gram_;
  Labels y_;
  Classifier::Loss loss_;
  std::map<double, LambdaPath> paths_;                      // by pi, of the hinge loss
  std::map<std::pair<double, double>, WeightedFit> solved_; // by (pi, lambda)
};

} // namespace core
