#include "core/solver/parametric/exact_lambda_path.hpp"
#include <cmath>

namespace core {

ExactLambdaPath::ExactLambdaPath(WeightSweep& sweep, const Matrix& gram, const Labels& y, const Vector& m, double pi)
    : gram_(&gram), y_(&y), problem_(lambda_problem(y, m, pi)), start_(sweep.at(pi)), path_(start_) {}

DualSolution ExactLambdaPath::at(double lambda) {
  if (lambda > path_.segment_begin()) path_ = start_;
  path_.reach(lambda);
  DualSolution s;
  s.lambda = lambda;
  s.a = path_.a(lambda);
  s.beta_0 = path_.b(lambda) / lambda;
  const Vector g = *gram_ * s.a;
  const double aKa = s.a.dot(g);
  double loss = 0;
  for (Eigen::Index i = 0; i < y_->size(); ++i) {
    const double e = (*y_)[i] - g[i] / lambda - s.beta_0;
    loss += std::max(problem_.lower[i] * e, problem_.upper[i] * e);
  }
  s.certificate.primal = loss + aKa / (2 * lambda);
  s.certificate.dual = y_->dot(s.a) - aKa / (2 * lambda);
  s.certificate.iterations = path_.events();
  if (!path_.ok()) s.certificate.status = Status::not_converged;
  return s;
}

LambdaNodes ExactLambdaPath::nodes(const Vector& lambdas) {
  LambdaNodes out;
  const Eigen::Index n = y_->size();
  out.decision.resize(n, lambdas.size());
  out.beta_0.resize(lambdas.size());
  for (Eigen::Index k = 0; k < lambdas.size(); ++k) {
    const double lambda = lambdas[k];
    if (lambda > path_.segment_begin()) path_ = start_;
    path_.reach(lambda);
    double* f = out.decision.col(k).data();
    path_.decisions(lambda, f);
    out.beta_0[k] = path_.b(lambda) / lambda;
  }
  out.ok = path_.ok();
  return out;
}

}  // namespace core
