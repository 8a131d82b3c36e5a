#pragma once
#include "core/estimate/classifier.hpp"
#include "core/estimate/estimator.hpp"

// The whole solution path of a weighted support vector machine in the weight pi at fixed lambda (Wang, Shen &
// Liu 2008, section 4 and Figure 1), and the class probabilities it holds.
//
// For every pi in [0, 1] f_pi minimises sum_i S_i (1 - y_i f(x_i))_+ + lambda/2 ||f||^2 with S_i = 1 - pi for
// y_i = +1 and pi for y_i = -1 (core/solver/margin/weighted_dual.hpp), times the observation's weight where
// it has one. The path is piecewise linear in pi and comes from core/solver/path/pi_path.hpp. Certified as it
// is stored: the interpolated path - a and beta_0, no refit - gets its relative duality gap at the weights
// j/20, j = 1..19, and in the middle of every piece (but not within .001 of 0 and 1, where the primal value
// itself vanishes).
namespace core {

/// The path as an estimator: p(x) is the weight at which f_pi(x) changes sign (core/probability/
/// path_inversion.hpp), Algorithm 1 with infinitely many intervals.
///
/// Series: path.pi, rising from 0 to 1, and path.beta_0; path.w_1 .. path.w_p of a linear kernel, f_pi(x) =
/// beta_0(pi) + x'w(pi). A jump is two points of one pi.
///
/// Facts: breakpoints, the points of that table; flat_until, the largest pi up to which f = +1 at every
/// training point, and flat_from, the smallest pi from which f = -1 there (0 and 1 where the path is nowhere
/// flat); nonmonotone, the test points at which f also rises through zero.
///
/// A sample of one class has the constant path f = +1, or -1. Where the path does not arrive at both ends, or
/// a gap exceeds 1e-8, the summary says not_converged. Cost: about 2 n events of O(n |elbow|) and as many
/// certificates of O(n^2).
class SolutionPath final : public ProbabilityEstimator {
 public:
  /// Throws UserError for psi-learning, whose solution is not a path in pi.
  SolutionPath(const Classifier& classifier, double lambda);
  Estimate estimate(DrawCache& cache) const override;

 private:
  KernelChoice kernel_;
  double lambda_;
};

} // namespace core
