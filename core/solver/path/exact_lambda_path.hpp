#pragma once
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/lambda_path.hpp"
#include "core/solver/path/large_lambda.hpp"
#include "core/solver/path/node_bounds.hpp"

namespace core {

/// What a grid of lambda gives at the training points.
struct LambdaNodes {
  Matrix decision;     ///< f(x_i) [n x L], a column for each lambda
  Vector beta_0;       ///< [L]
  Vector relative_gap; ///< [L], an upper bound of the certificate's
};

/// All fits of one weight pi along lambda: the exact path of core/solver/path/active_set_path.hpp from
/// the vertex of large lambda downwards. The same promise and the same answers, to the certificate, as
/// LambdaPath (core/solver/path/lambda_path.hpp): `at` is a pure function of (gram, y, count, pi, lambda), to
/// rounding where the elbow is large.
///
/// Every answer is certified. One whose relative gap exceeds the rule's is polished, then handed to `solve`
/// (core/solver/margin/solve.hpp); one beyond a point where the path gave up comes from a LambdaPath.
/// `fallbacks` counts both.
class ExactLambdaPath {
 public:
  /// gram [n x n] and y [n] must outlive the path; 0 < pi < 1.
  ExactLambdaPath(const Gram& gram, const Labels& y, double pi, const StoppingRule& rule = {});
  ExactLambdaPath(const CountedSample& sample, double pi, const StoppingRule& rule = {});

  /// From a start that a sweep has found.
  ExactLambdaPath(const CountedSample& sample, double pi, LargeLambda start, const StoppingRule& rule = {});

  /// The certified fit at this lambda > 0. Cheapest where lambda falls from call to call.
  DualSolution at(double lambda);

  /// Decision values at the training points for a falling grid of lambda > 0: the values of `at` to rounding,
  /// read off inside the segments at cost n each. The gaps are bounds: residuals as tracked, plus what
  /// recomputing them changes.
  LambdaNodes nodes(const Vector& lambdas);

  /// Another solver for what the path does not give, which must certify its answer: by default `solve`, where
  /// the path has given up LambdaPath.
  void fall_back_on(std::function<DualSolution(double lambda)> solver) { other_ = std::move(solver); }

  /// The active set at lambda, to be turned towards another problem; none where the path has given up before,
  /// or the sample has one class.
  std::optional<ActiveSetPath> standing_at(double lambda);

  const CountedSample& sample() const { return sample_; }
  double pi() const { return pi_; }

  /// Has the path gone as far as it was asked to?
  bool ok() const { return !start_ || (start_->path.ok() && (!path_ || path_->ok())); }

  /// Answers that the path did not give.
  Eigen::Index fallbacks() const { return fallbacks_; }

  /// Events so far, those of the start included.
  Eigen::Index events() const { return path_ ? path_->events() : start_ ? start_->path.events() : 0; }

 private:
  bool reach(double lambda);
  bool resting(double lambda) const { return lambda >= start_->threshold; }
  Vector a_at(double lambda) const;
  double b_at(double lambda) const;
  PathNode read(double lambda, double* f);
  void replace(Eigen::Index column, double lambda, LambdaNodes& nodes);
  DualSolution certify(const Vector& a, double lambda) const;
  double rounding_over_lambda() const;
  double rounding_over_lambda(const Vector& a) const;
  DualSolution fall_back(const Vector& a);
  DualSolution beyond(double lambda);

  CountedSample sample_;
  double pi_;
  StoppingRule rule_;
  WeightedDual boxes_;                ///< lambda is that of the last call
  std::optional<LargeLambda> start_;  ///< none with one class
  std::optional<ActiveSetPath> path_; ///< below the threshold
  std::optional<LambdaPath> rungs_;   ///< where path_ has given up
  std::function<DualSolution(double lambda)> other_;
  Eigen::Index fallbacks_ = 0;
};

/// The paths of several weights of one sample, in the order of `pis`; their starts share one sweep.
std::vector<ExactLambdaPath> exact_lambda_paths(const CountedSample& sample, std::span<const double> pis,
                                                const StoppingRule& rule = {});

} // namespace core
