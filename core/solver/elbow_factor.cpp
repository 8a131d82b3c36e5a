#include "core/solver/elbow_factor.hpp"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

// A pivot below this fraction of its diagonal entry is rounding: the point lies in the affine hull of the
// elbow.
constexpr double dependent = 1e-11;

// Four sums in parallel: a fixed order of additions that suits the registers of any x86-64.
double dot(const double* s, const double* t, std::size_t n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += s[k] * t[k];
    s1 += s[k + 1] * t[k + 1];
    s2 += s[k + 2] * t[k + 2];
    s3 += s[k + 3] * t[k + 3];
  }
  for (; k < n; ++k) s0 += s[k] * t[k];
  return (s0 + s2) + (s1 + s3);
}

} // namespace

ElbowFactor::ElbowFactor(const Gram& gram) : gram_(gram) {
  const double largest = gram.largest_diagonal();
  shift_ = largest > 0 ? largest : 1;
}

void ElbowFactor::reserve(std::size_t size) {
  if (size <= capacity_) return;
  const std::size_t wider = std::max<std::size_t>(16, 2 * size);
  std::vector<double> r(wider * wider);
  for (std::size_t k = 0; k < this->size(); ++k) std::copy_n(column(k), k + 1, r.data() + k * wider);
  r_ = std::move(r);
  capacity_ = wider;
  inverse_.resize(wider);
  z_.resize(wider);
  projection_.resize(wider);
  work_.resize(wider);
}

// w <- R'^-1 w
void ElbowFactor::forward(double* w) {
  for (std::size_t k = 0; k < size(); ++k) w[k] = (w[k] - dot(column(k), w, k)) * inverse_[k];
}

// w <- R^-1 w
void ElbowFactor::backward(double* w) {
  for (std::size_t k = size(); k-- > 0;) {
    w[k] *= inverse_[k];
    const double* const r = column(k);
    for (std::size_t i = 0; i < k; ++i) w[i] -= w[k] * r[i];
  }
}

// Keeps its result for the append that often follows a compensation.
void ElbowFactor::project(Eigen::Index j) {
  if (projected_ == j) return;
  gram_.entries(members_, j, projection_.data());
  for (std::size_t k = 0; k < size(); ++k) projection_[k] += shift_;
  forward(projection_.data());
  square_ = gram_(j, j) + shift_ - dot(projection_.data(), projection_.data(), size());
  projected_ = j;
}

std::span<const double> ElbowFactor::compensation(Eigen::Index j) {
  project(j);
  const std::size_t m = size();
  const double mu = (1 - dot(z_.data(), projection_.data(), m)) / dot(z_.data(), z_.data(), m);
  for (std::size_t k = 0; k < m; ++k) work_[k] = -(projection_[k] + mu * z_[k]);
  backward(work_.data());
  return {work_.data(), m};
}

std::span<const double> ElbowFactor::equalising_step(const Vector& gradient) {
  const std::size_t m = size();
  for (std::size_t k = 0; k < m; ++k) work_[k] = gradient(members_[k]);
  forward(work_.data());
  const double nu = dot(z_.data(), work_.data(), m) / dot(z_.data(), z_.data(), m);
  for (std::size_t k = 0; k < m; ++k) work_[k] = nu * z_[k] - work_[k];
  backward(work_.data());
  return {work_.data(), m};
}

bool ElbowFactor::append(Eigen::Index j) {
  const std::size_t m = size();
  reserve(m + 1);
  project(j);
  if (!(square_ > dependent * (gram_(j, j) + shift_))) return false;
  const double pivot = std::sqrt(square_);
  std::copy_n(projection_.data(), m, column(m));
  column(m)[m] = pivot;
  inverse_[m] = 1 / pivot;
  z_[m] = (1 - dot(projection_.data(), z_.data(), m)) / pivot;
  members_.push_back(j);
  projected_ = -1;
  return true;
}

// Deleting a column leaves one entry below the diagonal in each later column; a rotation of two neighbouring
// rows folds each into the diagonal.
void ElbowFactor::remove(std::size_t position) {
  const std::size_t m = size();
  for (std::size_t k = position; k + 1 < m; ++k) std::copy_n(column(k + 1), k + 2, column(k));
  for (std::size_t k = position; k + 1 < m; ++k) {
    double* const r = column(k);
    const double diagonal = std::sqrt(r[k] * r[k] + r[k + 1] * r[k + 1]);
    const double c = r[k] / diagonal, s = r[k + 1] / diagonal;
    r[k] = diagonal;
    inverse_[k] = 1 / diagonal;
    for (std::size_t j = k + 1; j + 1 < m; ++j) {
      double* const q = column(j);
      const double upper = q[k], lower = q[k + 1];
      q[k] = c * upper + s * lower;
      q[k + 1] = c * lower - s * upper;
    }
    const double upper = z_[k], lower = z_[k + 1];
    z_[k] = c * upper + s * lower;
    z_[k + 1] = c * lower - s * upper;
  }
  projected_ = -1;
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(position));
}

} // namespace core
