#pragma once
#include "core/solver/parametric/large_lambda.hpp"
#include "core/solver/weighted_dual.hpp"

namespace core {

struct LambdaNodes {
  Matrix decision;  ///< f(x_i) [n x L]
  Vector beta_0;
  Vector relative_gap;
  bool ok = true;
};

class ExactLambdaPath {
 public:
  ExactLambdaPath(const WeightedClasses& classes, LargeLambdaVertex start, double pi);
  DualSolution at(double lambda);
  LambdaNodes nodes(const Vector& lambdas);
  const ActiveSetPath& path() const { return path_; }
  bool ok() const { return path_.ok(); }
  double threshold() const { return start_.threshold; }

 private:
  bool reach(double lambda);
  Vector a_at(double lambda) const;
  double midpoint_shift(const Vector& r, const Vector& a) const;
  WeightedClasses classes_;
  MovingProblem problem_;
  LargeLambdaVertex start_;
  ActiveSetPath path_;
};

}  // namespace core
