#pragma once
#include <optional>

#include "core/estimate/learner.hpp"
#include "core/kernel/kernel.hpp"
#include "core/loss/truncated_logistic.hpp"

namespace core {

/// Sparse logistic regression (core/solver/interior/sparse_logistic_fit.hpp; Herault & Grandvalet 2007, eq.
/// 8): P(Y = +1) = sigmoid(f), faithful in an interval only. The interval is given by its ends, or by its
/// half width on the log-odds scale about those of the share of positives in the training part: that of the
/// whole, in every fold of a criterion. 0 to 1 is penalised logistic regression (eq. 6). Linear in the
/// inputs, or with a Gaussian kernel through a factor of its matrix, on at most most_with_kernel rows.
///
/// Facts, rows counted by weight: p_min and p_max; support_vectors_percent, of the training rows; at_corner,
/// the number of those whose probability is at an end of the interval; kkt_residual. Series:
/// coefficient.weight, of a linear one, the intercept last. Throws UserError for a Gaussian kernel on more
/// rows. At test points it describes its model, whose facts have the interval, the number and the share of
/// support vectors. It warns of an interval given by its ends that leaves out C-/(C+ + C-), the share of
/// positives: there the criterion is not calibrated (Herault & Grandvalet 2007, section 2).
class SparseLogistic final : public Learner {
 public:
  static constexpr Eigen::Index most_with_kernel = 2000;

  SparseLogistic(const KernelChoice& kernel, const FaithfulInterval& interval)
      : kernel_(kernel), interval_(interval) {}
  SparseLogistic(const KernelChoice& kernel, double half_width) : kernel_(kernel), half_width_(half_width) {}

  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  Rule rule(const std::optional<double>& sigma) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;
  Offers offers() const override { return {.weights = true}; }
  std::optional<Estimate> from_values(const DecisionFunctions& by, const Matrix& values,
                                      const WeightedLabels& y) const override;
  std::vector<Objection> warnings(const WeightedLabels& train) const override;

  /// On a training part with these labels, both classes in it where the width is given.
  FaithfulInterval interval(const WeightedLabels& train) const;

 private:
  KernelChoice kernel_;
  FaithfulInterval interval_{};
  std::optional<double> half_width_;
};

} // namespace core
