#pragma once
#include <memory>

#include "core/solver/logistic/gram_rows.hpp"

// Newton's step for kernel logistic regression. With r_i = y_i sigma(-y_i f_i), W = diag(sigma(f)(1 -
// sigma(f))), both times the weights of the observations, and f = K a / lambda + b, stationarity is a = r(f);
// linearised, with a+ = r + S u and S = W^(1/2),
//
//   (I + S K S / lambda) u + S 1 db = -S d,     1'S u = 0,     d = K (r - a) / lambda,
//
// where sum r = 0. Written for u the matrix has no eigenvalue below 1, however small W becomes, and nothing
// is divided by it.
namespace core {

struct NewtonStep {
  Vector u;             ///< [n]
  double intercept = 0; ///< db
};

/// Solves the system above for one sample and lambda.
struct NewtonSystem {
  virtual ~NewtonSystem() = default;
  /// s [n] the diagonal of S, d [n]. The step minimises a quadratic model of the objective; where it is not
  /// exact, it misses the minimum by about `miss`, in units of the objective.
  virtual NewtonStep solve(const Vector& s, const Vector& d, double miss) = 0;
};

/// By Cholesky factorisation of I + S K S / lambda. Cost n^3 / 3, memory two more n x n matrices.
std::unique_ptr<NewtonSystem> dense_newton(const GramRows& sample, double lambda);

/// By conjugate gradients in the subspace 1'S u = 0, one product with the Gram matrix an iteration,
/// preconditioned by the same system with the pivoted Cholesky factor of K of rank at most 500 and the
/// diagonal of the rest in place of K. Cost n rank^2 a solution beside the products, memory two n x rank
/// matrices.
std::unique_ptr<NewtonSystem> conjugate_gradient_newton(const GramRows& sample, double lambda);

} // namespace core
