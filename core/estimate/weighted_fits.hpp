#pragma once
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/estimate/classifier.hpp"
#include "core/estimate/estimate.hpp"
#include "core/estimate/resample.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/large/large_sample.hpp"
#include "core/solver/path/exact_lambda_path.hpp"

namespace core {

/// Which weighted fits are wanted: every weight 0 < pi < 1 at every lambda > 0.
struct FitGrid {
  std::vector<double> weights, lambdas;
};

/// Decision values of a grid of fits at k points.
struct DecisionGrid {
  std::vector<Matrix> by_weight;     ///< [weights] of [k x lambdas]
  std::vector<FitSummary> summaries; ///< [lambdas], each of the fits of all weights

  /// [k x weights] at one lambda.
  Matrix at(std::size_t lambda) const;

  /// The same values at some of the points.
  DecisionGrid rows(const std::vector<Eigen::Index>& points) const;
};

/// The dual solutions of a grid of fits.
struct DualGrid {
  Matrix a; ///< [n x weights lambdas], of all rows of the training sample, lambda by lambda of each weight
  Matrix beta_0;                     ///< [lambdas x weights]
  std::vector<FitSummary> summaries; ///< [lambdas]
};

/// The weighted fits of one loss on one resample (core/solver/margin/weighted_dual.hpp), each weight followed
/// along lambda (core/solver/path/exact_lambda_path.hpp). A pure function of its arguments: what is kept
/// between calls, the fits of a large sample at a single lambda, is what they would be again. What differs
/// from loss to loss is what the derived classes say.
class WeightedFits {
 public:
  virtual ~WeightedFits() = default;
  WeightedFits(const WeightedFits&) = delete; // sample_ points into it
  WeightedFits& operator=(const WeightedFits&) = delete;

  /// Decision values at all n rows of the training sample, drawn or not. Certified to a relative duality gap
  /// of at most `grid_gap`, else not converged.
  DecisionGrid on_train(const FitGrid& grid) const;

  /// Certified to the gap of StoppingRule.
  DualGrid solved(const FitGrid& grid) const;

  /// Decision values of these at the points of `cross` [k x n], K(point, training row). Cost k n a fit.
  DecisionGrid at(const FitGrid& grid, const CrossGram& cross) const { return at(grid, solved(grid), cross); }
  static DecisionGrid at(const FitGrid& grid, const DualGrid& solved, const CrossGram& cross);

  /// What is read off a path for a tuning criterion: bounds of the gap, which add up the worst of rounding.
  static constexpr double grid_gap = 1e-6;

 protected:
  WeightedFits(const Gram& gram, const Resample& resample);
  const CountedSample& sample() const { return sample_; }

 private:
  /// Whether the support vector machine at a single lambda is the fit, so that large samples need no path.
  virtual bool one_by_one() const = 0;
  /// The fit at the lambda of this path, entered in the summary.
  virtual DualSolution fit(ExactLambdaPath& path, double lambda, FitSummary& summary) const = 0;
  /// The decision values of one weight at falling lambdas [rows of the sample x lambdas]; what they are worth
  /// is entered in the summaries [lambdas].
  virtual Matrix read(ExactLambdaPath& path, const Vector& lambdas,
                      std::vector<FitSummary>& summaries) const = 0;

  /// Whether the grid is solved fit by fit.
  bool one_by_one(const FitGrid& grid) const {
    return one_by_one() && !path_pays(sample_.gram, grid.lambdas.size());
  }
  const LargeSample& large() const;
  /// At one lambda of the grid, from the answer at the one before it, if any.
  LargeFit large(double weight, const FitGrid& grid, std::size_t lambda, const LargeFit* last) const;
  std::vector<ExactLambdaPath> paths(const FitGrid& grid) const;
  CountedSample along_a_path() const;
  DecisionGrid each_on_train(const FitGrid& grid) const;

  Eigen::Index n_;
  MergedResample merged_;
  bool whole_;
  std::optional<OwnedGram> own_gram_; ///< of the merged resample, none where it is the training sample itself
  CountedSample sample_;
  mutable std::optional<Matrix> matrix_; ///< of columns that are computed, once a path is followed over them
  mutable std::optional<LargeSample> large_; ///< made when first asked for
  /// The fits of a single lambda, which is asked for at more than one set of points.
  mutable std::map<std::pair<double, double>, LargeFit> solved_;
};

/// hinge: the support vector machine, read off the path; the fits of large samples are solved one by one
/// instead, except for grids of lambda where the path still pays (core/solver/large/large_sample.hpp). psi:
/// the descent of core/solver/psi/psi_descent.hpp from the support vector machine of the same pi and lambda.
/// gram [n x n] of the whole training sample must outlive the fits.
std::unique_ptr<const WeightedFits> weighted_fits(const Gram& gram, const Resample& resample,
                                                  const ClassifierLoss& loss);

} // namespace core
