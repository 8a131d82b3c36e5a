#pragma once
#include "core/solver/parametric/active_set_path.hpp"

namespace core {

class WeightSweep {
 public:
  WeightSweep(const Matrix& gram, const Labels& y, const Vector& multiplicity);
  double lambda_0() const { return lambda_0_; }
  double balanced() const { return balanced_; }
  bool one_class() const { return one_class_; }
  /// The path at weight pi, standing at lambda_0 and turned towards lambda = 0.
  ActiveSetPath at(double pi);
  void limit_events(Eigen::Index most);

 private:
  const Labels* y_;
  Vector multiplicity_;
  double balanced_, lambda_0_;
  bool one_class_ = false;
  MovingProblem weights_;
  ActiveSetPath origin_, path_;
};

MovingProblem weight_problem(const Labels& y, const Vector& multiplicity, double lambda);
MovingProblem lambda_problem(const Labels& y, const Vector& multiplicity, double pi);

}  // namespace core
