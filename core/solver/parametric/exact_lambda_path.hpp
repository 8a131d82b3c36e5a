#pragma once
#include "core/solver/parametric/weight_sweep.hpp"
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
  ExactLambdaPath(WeightSweep& sweep, const Matrix& gram, const Labels& y, const Vector& m, double pi);
  DualSolution at(double lambda);
  LambdaNodes nodes(const Vector& lambdas);
  const ActiveSetPath& path() const { return path_; }

 private:
  const Matrix* gram_;
  const Labels* y_;
  MovingProblem problem_;
  ActiveSetPath start_, path_;
};

}  // namespace core
