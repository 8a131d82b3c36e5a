#include "tests/support/reference_qp.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tests {

double dual_objective(const core::WeightedDual& problem, const core::Vector& a) {
  return 0.5 * a.dot(core::full_product(problem.gram, a)) - problem.lambda * problem.y.dot(a);
}

double optimum_by_enumeration(const core::WeightedDual& problem) {
  const Eigen::Index n = problem.size();
  long assignments = 1;
  for (Eigen::Index i = 0; i < n; ++i) assignments *= 3;
  double least = std::numeric_limits<double>::infinity();
  for (long code = 0; code < assignments; ++code) {
    core::Vector a(n);
    std::vector<Eigen::Index> free;
    long rest = code;
    for (Eigen::Index i = 0; i < n; ++i, rest /= 3) {
      a(i) = rest % 3 == 0 ? problem.lower(i) : rest % 3 == 1 ? problem.upper(i) : 0;
      if (rest % 3 == 2) free.push_back(i);
    }
    const auto m = static_cast<Eigen::Index>(free.size());
    core::Matrix kkt = core::Matrix::Ones(m + 1, m + 1);
    kkt(m, m) = 0;
    core::Vector right(m + 1);
    const core::Vector gradient = core::full_product(problem.gram, a) - problem.lambda * problem.y;
    for (Eigen::Index k = 0; k < m; ++k) {
      for (Eigen::Index l = 0; l < m; ++l) kkt(k, l) = problem.gram(free[k], free[l]);
      right(k) = -gradient(free[k]);
    }
    right(m) = -a.sum();
    const core::Vector solved = kkt.completeOrthogonalDecomposition().solve(right);
    for (Eigen::Index k = 0; k < m; ++k) a(free[k]) = solved(k);
    const double slack = 1e-9 * (problem.upper - problem.lower).cwiseAbs().maxCoeff();
    const bool feasible = std::abs(a.sum()) <= slack && ((a - problem.lower).array() >= -slack).all() &&
                          ((problem.upper - a).array() >= -slack).all();
    if (feasible) least = std::min(least, dual_objective(problem, a));
  }
  return -least / problem.lambda;
}

core::Vector project_by_bisection(const core::WeightedDual& problem, const core::Vector& a) {
  const double reach =
      a.cwiseAbs().maxCoeff() + problem.lower.cwiseAbs().maxCoeff() + problem.upper.cwiseAbs().maxCoeff();
  double low = -reach, high = reach;
  core::Vector point;
  for (int k = 0; k < 200; ++k) {
    const double shift = 0.5 * (low + high);
    point = (a.array() - shift).max(problem.lower.array()).min(problem.upper.array());
    (point.sum() > 0 ? low : high) = shift;
  }
  return point;
}

double optimum_by_projected_gradient(const core::WeightedDual& problem, int steps) {
  const double smoothness = std::max(1e-300, problem.gram.dense()->operatorNorm());
  core::Vector a = project_by_bisection(problem, core::Vector::Zero(problem.size())), ahead = a;
  double momentum = 1;
  for (int k = 0; k < steps; ++k) {
    const core::Vector gradient = core::full_product(problem.gram, ahead) - problem.lambda * problem.y;
    const core::Vector next = project_by_bisection(problem, ahead - gradient / smoothness);
    if ((ahead - next).dot(next - a) > 0) momentum = 1;
    const double grown = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
    ahead = next + (momentum - 1) / grown * (next - a);
    a = next;
    momentum = grown;
  }
  return -dual_objective(problem, a) / problem.lambda;
}

} // namespace tests
