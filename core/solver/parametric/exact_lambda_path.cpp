#include "core/solver/parametric/exact_lambda_path.hpp"
#include <cmath>

namespace core {

ExactLambdaPath::ExactLambdaPath(const WeightedClasses& classes, LargeLambdaVertex start, double pi)
    : classes_(classes), problem_(lambda_problem(classes, pi)), start_(std::move(start)), path_(start_.path) {}

double ExactLambdaPath::midpoint_shift(const Vector& r, const Vector& a) const {
  double least = -loops::never, most = loops::never;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double skin = 1e-12 * (problem_.upper[i] - problem_.lower[i]);
    if (a[i] < problem_.upper[i] - skin) least = std::max(least, -r[i]);
    if (a[i] > problem_.lower[i] + skin) most = std::min(most, -r[i]);
  }
  if (least > -loops::never && most < loops::never) return (least + most) / 2;
  return least > -loops::never ? least : most < loops::never ? most : 0;
}

DualSolution ExactLambdaPath::at(double lambda) {
  DualSolution s;
  s.lambda = lambda;
  Vector r;
  bool free;
  if (lambda >= start_.threshold) {
    s.a = start_.a;
    s.beta_0 = start_.b / lambda + start_.majority;
    r = start_.residuals + lambda * (Vector::Constant(s.a.size(), start_.majority) - classes_.y);
    free = start_.free;
  } else {
    if (lambda > path_.segment_begin()) path_ = start_.path;
    path_.reach(lambda);
    s.a = path_.a(lambda);
    s.beta_0 = path_.b(lambda) / lambda;
    r.resize(s.a.size());
    path_.decisions(lambda, r.data());
    r = (r - classes_.y) * lambda;
    free = path_.has_free_point(lambda);
  }
  if (!free) s.beta_0 += midpoint_shift(r, s.a) / lambda;
  const Vector g = classes_.gram * s.a;
  const double aKa = s.a.dot(g);
  double loss = 0;
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const double e = classes_.y[i] - g[i] / lambda - s.beta_0;
    loss += std::max(problem_.lower[i] * e, problem_.upper[i] * e);
  }
  s.certificate.primal = loss + aKa / (2 * lambda);
  s.certificate.dual = classes_.y.dot(s.a) - aKa / (2 * lambda);
  s.certificate.iterations = path_.events();
  if (!path_.ok()) s.certificate.status = Status::not_converged;
  return s;
}

LambdaNodes ExactLambdaPath::nodes(const Vector& lambdas) {
  LambdaNodes out;
  const Eigen::Index n = classes_.y.size();
  out.decision.resize(n, lambdas.size());
  out.beta_0.resize(lambdas.size());
  for (Eigen::Index k = 0; k < lambdas.size(); ++k) {
    const double lambda = lambdas[k];
    double* f = out.decision.col(k).data();
    bool free;
    if (lambda >= start_.threshold) {
      out.beta_0[k] = start_.b / lambda + start_.majority;
      for (Eigen::Index i = 0; i < n; ++i) f[i] = start_.majority + start_.residuals[i] / lambda;
      free = start_.free;
    } else {
      if (lambda > path_.segment_begin()) path_ = start_.path;
      path_.reach(lambda);
      path_.decisions(lambda, f);
      free = path_.has_free_point(lambda);
      out.beta_0[k] = path_.b(lambda) / lambda;
    }
    if (!free) {
      const Vector r = (out.decision.col(k) - classes_.y) * lambda;
      const double shift = midpoint_shift(r, lambda >= start_.threshold ? start_.a : path_.a(lambda)) / lambda;
      out.beta_0[k] += shift;
      out.decision.col(k).array() += shift;
    }
  }
  out.ok = path_.ok();
  return out;
}

}  // namespace core
