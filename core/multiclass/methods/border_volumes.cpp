#include "core/multiclass/methods/border_volumes.hpp"

#include <Eigen/LU>
#include <array>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/multiclass/machine/class_basis.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr int most_steps = 100, most_halvings = 40;
constexpr double tolerance = 1e-12;

using Small = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_classes, 1>;

/// V and dV / d theta of every subset, by its bits.
struct Subsets {
  std::array<double, 256> value{};
  std::array<Small, 256> slope;
};

void leave_out(const Small& rate, unsigned subset, Subsets& at) {
  const Index K = rate.size();
  double sum = 0;
  for (Index j = 0; j < K; ++j)
    if (subset >> j & 1u) sum += rate(j);
  Small share = Small::Zero(K);
  for (Index j = 0; j < K; ++j)
    if (subset >> j & 1u) share(j) = rate(j) / sum;
  for (Index j = 0; j < K; ++j) {
    if (!(subset >> j & 1u)) continue;
    const unsigned rest = subset & ~(1u << j);
    const double flow = at.value[subset] * share(j);
    at.value[rest] += flow;
    at.slope[rest] += at.slope[subset] * share(j) + flow * share;
    at.slope[rest](j) -= flow;
  }
}

/// log(h_k / h_K) less what they are to be [K - 1].
Vector residual(const Vector& share, const Vector& wanted) {
  const Index J = share.size() - 1;
  Vector out(J);
  for (Index k = 0; k < J; ++k) out(k) = log(share(k) / share(J)) - log(wanted(k) / wanted(J));
  return out;
}

/// The change of theta_1 .. theta_{K-1} that would make the residual zero.
Vector newton_step(const BorderVolumes& at, const Vector& residual) {
  const Index J = residual.size();
  Matrix slope(J, J);
  for (Index k = 0; k < J; ++k)
    slope.row(k) = at.jacobian.row(k).head(J) / at.share(k) - at.jacobian.row(J).head(J) / at.share(J);
  return -slope.partialPivLu().solve(residual);
}

Vector normalised(const Vector& theta) {
  const double top = theta.maxCoeff();
  double sum = 0;
  for (const double v : theta) sum += exp(v - top);
  return theta.array() - (top + log(sum));
}

} // namespace

BorderVolumes border_volumes(const Vector& theta) {
  const Index K = theta.size();
  expect(K >= 2 && K <= most_classes, "border volumes of two to eight classes");
  const double top = theta.maxCoeff();
  Small rate(K);
  // Rates count by their ratios; beyond this range the smaller ones are zero to rounding.
  for (Index k = 0; k < K; ++k) rate(k) = exp(std::min(top - theta(k), 600.0));
  const unsigned all = (1u << K) - 1;
  Subsets at;
  for (unsigned subset = 0; subset <= all; ++subset) at.slope[subset] = Small::Zero(K);
  at.value[all] = 1;
  for (unsigned subset = all; subset > 0; --subset)
    if ((subset & (subset - 1)) != 0) leave_out(rate, subset, at);
  BorderVolumes out{Vector(K), Matrix(K, K)};
  for (Index k = 0; k < K; ++k) {
    out.share(k) = at.value[1u << k];
    out.jacobian.row(k) = at.slope[1u << k].transpose();
  }
  return out;
}

Vector log_probability_of_shares(const Vector& share) {
  expect(share.minCoeff() > 0, "shares of the simplex are positive");
  const Index K = share.size(), J = K - 1;
  Vector theta(K);
  for (Index k = 0; k < K; ++k) theta(k) = 0.6 * log(share(k) / share(J));
  BorderVolumes at = border_volumes(theta);
  Vector off = residual(at.share, share);
  for (int step = 0; step < most_steps && off.cwiseAbs().maxCoeff() > tolerance; ++step) {
    Vector change = newton_step(at, off);
    bool better = false;
    for (int k = 0; k < most_halvings && !better; ++k, change /= 2) {
      Vector there = theta;
      there.head(J) += change;
      BorderVolumes volumes = border_volumes(there);
      const Vector left = residual(volumes.share, share);
      better = left.norm() < off.norm();
      if (!better) continue;
      theta = there;
      at = std::move(volumes);
      off = left;
    }
    if (!better) break;
  }
  return normalised(theta);
}

} // namespace core
