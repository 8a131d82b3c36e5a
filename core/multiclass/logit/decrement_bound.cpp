#include "core/multiclass/logit/decrement_bound.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "core/elementary/functions.hpp"

namespace core {
namespace {

constexpr double least_curvature = 0.25; // of a direction that the factor says has 1
constexpr double most_step = 0.5;        // l R
constexpr double share = 0.62;

} // namespace

Matrix whitening(const Matrix& h) {
  const Vector scale = h.diagonal().unaryExpr([](double v) { return v > 0 ? 1 / std::sqrt(v) : 1; });
  const Matrix scaled = scale.asDiagonal() * h * scale.asDiagonal();
  const Eigen::LLT<Matrix> factor(scaled);
  if (factor.info() != Eigen::Success) return {};
  Matrix out = scale.asDiagonal();
  factor.matrixU().solveInPlace<Eigen::OnTheRight>(out);
  return out;
}

double above_infimum(const Curvature& at) {
  const Eigen::Index m = at.gradient.size();
  if (m == 0) return 0;
  const Matrix t = whitening(at.hessian);
  if (t.size() == 0) return infinity;
  const Matrix size = t.cwiseAbs();
  const auto rounding = unit_roundoff * static_cast<double>(2 * m + 8);
  const Matrix white = t.transpose() * (at.hessian * t);
  const double spread = (size.transpose() * (at.hessian.cwiseAbs() * size)).norm();
  const double off = (white - Matrix::Identity(m, m)).norm() + rounding * spread;
  const double curved = (1 - off - at.hessian_error * t.squaredNorm()) * exp(-at.decay);
  if (!(curved >= least_curvature)) return infinity;
  const double pull = (t.transpose() * at.gradient).norm() +
                      rounding * (size.transpose() * at.gradient.cwiseAbs()).norm() +
                      at.gradient_error * t.norm();
  const double decrement = pull / std::sqrt(curved);
  if (!(decrement * at.reach * t.norm() / std::sqrt(curved) <= most_step)) return infinity;
  return share * decrement * decrement;
}

} // namespace core
