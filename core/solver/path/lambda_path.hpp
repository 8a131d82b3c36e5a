#pragma once
#include <vector>

#include "core/solver/margin/weighted_dual.hpp"
#include "core/solver/path/counted_sample.hpp"

namespace core {

/// The positions of lambdas from the largest down, of equal ones the first first: the order in which a path
/// is followed.
std::vector<std::size_t> falling(const std::vector<double>& lambdas);

/// All fits of one weight pi along lambda. `at` is a pure function of (gram, y, count, pi, lambda): which
/// other values were asked before, and in which order, changes no bit of the answer.
///
/// Above lambda_top = 2 U max_i K_ii, U = min(n+(1-pi), n- pi), the dual's solution does not depend on
/// lambda: |Ka| stays below U max K, so the linear term lambda y outweighs it and orders the classes; only
/// the intercept moves. From there rungs go down by a constant factor, each solved from the one above; a fit
/// starts at the last rung at or above its lambda. The rungs depend on (gram, y, pi) and the stopping rule
/// only, and are solved when first needed. A path is one thread's.
class LambdaPath {
 public:
  /// gram [n x n] and y [n] must outlive the path; 0 < pi < 1.
  LambdaPath(const Gram& gram, const Labels& y, double pi, const StoppingRule& rule = {});
  LambdaPath(const CountedSample& sample, double pi, const StoppingRule& rule = {});

  /// The certified fit at this lambda > 0. Its certificate's iterations leave those of the rungs out.
  DualSolution at(double lambda);

 private:
  struct Rung {
    double lambda;
    Vector a, field; // Ka [n]
    double beta_0;
  };
  const Rung& rung_above(double lambda);
  void add_rung(const Rung& start, double lambda);
  DualSolution solved(const Rung& start, double lambda);

  WeightedDual problem_;
  StoppingRule rule_;
  std::vector<Rung> rungs_; // falling lambda
};

} // namespace core
