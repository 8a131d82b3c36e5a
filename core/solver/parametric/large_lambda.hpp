#pragma once
#include "core/solver/parametric/active_set_path.hpp"

namespace core {

struct WeightedClasses {
  const Matrix& gram;
  const Labels& y;
  Vector multiplicity;
};

struct LargeLambdaVertex {
  ActiveSetPath path;      ///< standing at lambda = threshold and turned towards 0 where threshold > 0
  double threshold = 0;    ///< above it no set changes
  Vector residuals;        ///< r at lambda is residuals + lambda (majority - y)
  Vector a;
  double b = 0;            ///< the multiplier at lambda is b + lambda majority
  double majority = 0;     ///< label of the class whose total weight is larger, 0 at a tie
  bool free = false;
};

class LargeLambdaSweep {
 public:
  explicit LargeLambdaSweep(const WeightedClasses& classes);
  double balanced() const { return balanced_; }
  LargeLambdaVertex at(double pi);
  void limit_events(Eigen::Index most);

 private:
  MovingProblem problem(double majority) const;

  WeightedClasses classes_;
  double balanced_;
  ActiveSetPath origin_, path_;
  double majority_ = 0;
};

MovingProblem lambda_problem(const WeightedClasses& classes, double pi);

}  // namespace core
