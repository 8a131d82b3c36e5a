#pragma once
#include <functional>
#include <vector>

#include "core/probability/audit.hpp"
#include "core/probability/classifier.hpp"
#include "core/probability/resample.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"

namespace core {

/// Which weighted fits are wanted: every weight 0 < pi < 1 at every lambda > 0.
struct FitGrid {
  std::vector<double> weights, lambdas;
};

/// Decision values of a grid of fits at k points.
struct DecisionGrid {
  std::vector<Matrix> by_weight; ///< [weights] of [k x lambdas]
  std::vector<Audit> audits;     ///< [lambdas], each of the fits of all weights

  /// [k x weights] at one lambda.
  Matrix at(std::size_t lambda) const;

  /// The same values at some of the points.
  DecisionGrid rows(const std::vector<Eigen::Index>& points) const;
};

/// The weighted fits of one loss on one resample (core/solver/weighted_dual.hpp), each weight followed along
/// lambda (core/solver/parametric/exact_lambda_path.hpp); the hinge fits of large samples are solved one by
/// one instead (core/solver/chunking.hpp). The psi fit is the descent of
/// core/solver/psi_descent.hpp from the support vector machine of the same pi and lambda. A pure function of
/// its arguments: nothing is kept between calls.
class WeightedFits {
 public:
  /// gram [n x n] of the whole training sample must outlive the fits.
  WeightedFits(const Matrix& gram, const Resample& resample, Classifier::Loss loss);
  WeightedFits(const WeightedFits&) = delete; // sample_ points into it
  WeightedFits& operator=(const WeightedFits&) = delete;

  /// Decision values at all n rows of the training sample, drawn or not. Certified to a relative duality gap
  /// of at most `grid_gap`, else not converged.
  DecisionGrid on_train(const FitGrid& grid) const;

  /// Decision values at the points of cross_gram [k x n], K(point, training row). Certified to the gap of
  /// StoppingRule. Cost k n a fit.
  DecisionGrid at(const FitGrid& grid, const Matrix& cross_gram) const;

  /// What is read off a path for a tuning criterion: bounds of the gap, which add up the worst of rounding.
  static constexpr double grid_gap = 1e-6;

 private:
  using Visit = std::function<void(std::size_t lambda, const DualSolution& fit)>;

  std::vector<ExactLambdaPath> paths(const std::vector<double>& weights) const;
  void read(ExactLambdaPath& path, const std::vector<double>& lambdas, DecisionGrid& out) const;
  void read_psi(ExactLambdaPath& path, const std::vector<double>& lambdas, DecisionGrid& out) const;
  bool in_chunks() const;
  void solve_each(double weight, const std::vector<double>& lambdas, const Visit& visit) const;
  Vector over_rows(const Vector& a) const;

  Eigen::Index n_;
  Classifier::Loss loss_;
  MergedResample merged_;
  bool whole_;
  Matrix own_gram_; ///< of the merged resample, empty where it is the training sample itself
  CountedSample sample_;
};

} // namespace core
