#include "core/solver/parametric/weight_sweep.hpp"
#include "core/contract.hpp"

namespace core {

MovingProblem weight_problem(const Labels& y, const Vector& m, double lambda) {
  MovingProblem p;
  const Vector zero = Vector::Zero(y.size());
  p.target = lambda * y;
  p.target_rate = p.lower = zero;
  p.upper = (y.array() > 0).select(m, zero);
  p.upper_rate = -p.upper;
  p.lower_rate = (y.array() < 0).select(-m, zero);
  return p;
}

MovingProblem lambda_problem(const Labels& y, const Vector& m, double pi) {
  MovingProblem p;
  const Vector zero = Vector::Zero(y.size());
  p.target_rate = y;
  p.target = p.lower_rate = p.upper_rate = zero;
  p.upper = (y.array() > 0).select(m * (1 - pi), zero);
  p.lower = (y.array() < 0).select(-m * pi, zero);
  return p;
}

WeightSweep::WeightSweep(const Matrix& gram, const Labels& y, const Vector& m)
    : y_(&y), multiplicity_(m), origin_(gram), path_(gram) {
  double plus = 0, minus = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) (y[i] > 0 ? plus : minus) += m[i];
  balanced_ = plus / (plus + minus);
  one_class_ = plus == 0 || minus == 0;
  const double unit = gram.diagonal().maxCoeff();
  lambda_0_ = 2 * (plus * minus / (plus + minus)) * (unit > 0 ? unit : 1);
  if (!(lambda_0_ > 0)) lambda_0_ = 1;
  weights_ = weight_problem(y, m, lambda_0_);
  std::vector<Stand> stands(static_cast<std::size_t>(y.size()));
  for (Eigen::Index i = 0; i < y.size(); ++i) stands[i] = m[i] == 0 ? Stand::pinned : y[i] > 0 ? Stand::upper : Stand::lower;
  origin_.place(weights_, balanced_, stands, 0);
  path_ = origin_;
  path_.turn(weights_, balanced_, 1);
}

void WeightSweep::limit_events(Eigen::Index most) { origin_.limit_events(most); path_.limit_events(most); }

ActiveSetPath WeightSweep::at(double pi) {
  const bool up = pi > balanced_;
  const bool ahead = up ? path_.way() > 0 && pi >= path_.segment_begin() : path_.way() < 0 && pi <= path_.segment_begin();
  if (pi == balanced_) {
    ActiveSetPath path = origin_;
    path.turn(lambda_problem(*y_, multiplicity_, pi), lambda_0_, 0);
    return path;
  }
  if (!ahead) {
    path_ = origin_;
    path_.turn(weights_, balanced_, up ? 1 : 0);
  }
  path_.reach(pi);
  ActiveSetPath path = path_;
  if (!path.ok()) return path;
  path.advance_to(pi);
  path.turn(lambda_problem(*y_, multiplicity_, pi), lambda_0_, 0);
  return path;
}

}  // namespace core
