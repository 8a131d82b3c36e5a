#include "core/solver/margin/elbow_factor.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {
namespace {

using Eigen::Index;

// A pivot below this fraction of its diagonal entry is rounding: the point lies in the affine hull of the
// elbow.
constexpr double dependent = 1e-11;

// The loops read up to so many numbers beyond the last.
constexpr std::size_t beyond = 4;

// A factor begins with room for so many members, less `beyond`, and grows by a quarter: what is not used of
// it costs pages.
constexpr std::size_t least_room = 24;

// So many points are projected at once.
constexpr std::size_t at_once = 4;

/// Both are zero from `size` up to a multiple of eight.
double dot(std::size_t size, const std::vector<double>& s, const std::vector<double>& t) {
  return loops::dot(static_cast<Index>(size), s.data(), t.data());
}

} // namespace

ElbowFactor::ElbowFactor(const Gram& gram) : gram_(gram) {
  const double largest = gram.largest_diagonal();
  shift_ = largest > 0 ? largest : 1;
}

ElbowFactor::ElbowFactor(const ElbowFactor& other) : gram_(other.gram_), shift_(other.shift_) {
  take(other);
}

ElbowFactor& ElbowFactor::operator=(const ElbowFactor& other) {
  if (this == &other) return *this;
  gram_ = other.gram_;
  shift_ = other.shift_;
  take(other);
  return *this;
}

void ElbowFactor::reserve(std::size_t size) {
  if (size + beyond <= ld_) return;
  const auto wider = static_cast<std::size_t>(
      loops::padded(static_cast<Index>(std::max(least_room, size + size / 4 + beyond))));
  std::vector<double> r(wider * wider);
  for (std::size_t k = 0; k < this->size(); ++k) std::copy_n(row(k), this->size(), r.data() + k * wider);
  r_ = std::move(r);
  ld_ = wider;
  for (std::vector<double>* room : {&inverse_, &z_, &projection_, &work_}) room->resize(wider);
}

loops::Triangle ElbowFactor::triangle() const {
  return {static_cast<Index>(size()), static_cast<Index>(ld_), r_.data(), inverse_.data()};
}

// Keeps its result for the append that often follows a compensation.
void ElbowFactor::project(Index j) {
  if (projected_ == j) return;
  gram_.entries(members_, j, projection_.data());
  for (std::size_t k = 0; k < size(); ++k) projection_[k] += shift_;
  std::fill(projection_.begin() + static_cast<Index>(size()), projection_.end(), 0.0);
  loops::solve_transposed(triangle(), projection_.data());
  square_ = gram_(j, j) + shift_ - dot(size(), projection_, projection_);
  projected_ = j;
}

std::span<const double> ElbowFactor::compensation(Index j) {
  project(j);
  const std::size_t m = size();
  const double mu = (1 - dot(m, z_, projection_)) / dot(m, z_, z_);
  for (std::size_t k = 0; k < ld_; ++k) work_[k] = -(projection_[k] + mu * z_[k]);
  loops::solve_upright(triangle(), work_.data());
  return {work_.data(), m};
}

std::span<const double> ElbowFactor::equalising_step(const Vector& gradient, double sum) {
  const std::size_t m = size();
  for (std::size_t k = 0; k < m; ++k) work_[k] = gradient(members_[k]);
  std::fill(work_.begin() + static_cast<Index>(m), work_.end(), 0.0);
  loops::solve_transposed(triangle(), work_.data());
  const double nu = (sum + dot(m, z_, work_)) / dot(m, z_, z_);
  for (std::size_t k = 0; k < m; ++k) work_[k] = nu * z_[k] - work_[k];
  loops::solve_upright(triangle(), work_.data());
  return {work_.data(), m};
}

bool ElbowFactor::append(Index j) {
  if (!(pivot_share(j) > dependent)) return false;
  add(j);
  return true;
}

double ElbowFactor::pivot_share(Index j) {
  reserve(size() + 1);
  project(j);
  return square_ / (gram_(j, j) + shift_);
}

double ElbowFactor::least_pivot_share() const {
  if (size() == 0) return 1;
  const double least = 1 / loops::largest(static_cast<Index>(size()), inverse_.data());
  return least * least / (2 * shift_); // K_jj <= c
}

std::span<const double> ElbowFactor::shares(Index j) {
  project(j);
  std::copy(projection_.begin(), projection_.end(), work_.begin());
  loops::solve_upright(triangle(), work_.data());
  return {work_.data(), size()};
}

void ElbowFactor::add(Index j) {
  const std::size_t m = size();
  reserve(m + 1);
  project(j);
  expect(square_ > 0, "a point that depends on the elbow is not added");
  const double pivot = std::sqrt(square_);
  for (std::size_t k = 0; k < m; ++k) row(k)[m] = projection_[k];
  row(m)[m] = pivot;
  inverse_[m] = 1 / pivot;
  z_[m] = (1 - dot(m, projection_, z_)) / pivot;
  members_.push_back(j);
  projected_ = -1;
}

void ElbowFactor::add_independent(std::span<const Index> points, double least) {
  for (std::size_t from = 0; from < points.size(); from += at_once) {
    const auto next = points.subspan(from, std::min(at_once, points.size() - from));
    reserve(size() + at_once);
    project_four(next);
    add_projected(next, least);
  }
  projected_ = -1;
}

/// R'^-1 (K_Ej + c) of up to four points.
void ElbowFactor::project_four(std::span<const Index> points) {
  four_.resize(at_once * ld_);
  const Index end = loops::padded(static_cast<Index>(size() + at_once));
  double* w[at_once];
  for (std::size_t b = 0; b < points.size(); ++b) {
    w[b] = four_.data() + b * ld_;
    gram_.entries(members_, points[b], w[b]);
    for (std::size_t k = 0; k < size(); ++k) w[b][k] += shift_;
    std::fill(w[b] + size(), w[b] + end, 0.0);
  }
  loops::solve_transposed(triangle(), static_cast<Index>(points.size()), w);
}

/// Adds the points that were projected: what a point takes from those added with it continues its projection.
void ElbowFactor::add_projected(std::span<const Index> points, double least) {
  const std::size_t before = size();
  std::vector<const double*> added;
  for (std::size_t b = 0; b < points.size(); ++b) {
    double* const w = four_.data() + b * ld_;
    const auto product = [&](const double* s) { return loops::dot(static_cast<Index>(size()), s, w); };
    for (std::size_t i = 0; i < added.size(); ++i)
      w[before + i] =
          (gram_(members_[before + i], points[b]) + shift_ - product(added[i])) * inverse_[before + i];
    const double square = gram_(points[b], points[b]) + shift_, outside = square - product(w);
    if (!(outside > least * square)) continue;
    const double pivot = std::sqrt(outside);
    const std::size_t m = size();
    inverse_[m] = 1 / pivot;
    z_[m] = (1 - product(z_.data())) / pivot;
    row(m)[m] = pivot;
    members_.push_back(points[b]);
    added.push_back(w);
  }
  for (std::size_t k = 0; k < before; ++k)
    for (std::size_t i = 0; i < added.size(); ++i) row(k)[before + i] = added[i][k];
  for (std::size_t k = before; k < size(); ++k)
    for (std::size_t i = k - before + 1; i < added.size(); ++i) row(k)[before + i] = added[i][k];
}

void ElbowFactor::clear() {
  for (std::size_t k = 0; k < size(); ++k) {
    std::fill_n(row(k) + k, size() - k, 0.0);
    inverse_[k] = z_[k] = 0;
  }
  members_.clear();
  projected_ = -1;
}

bool ElbowFactor::take(const std::vector<Index>& members) {
  const auto m = static_cast<Index>(members.size());
  clear();
  reserve(members.size());
  const Eigen::LLT<Matrix> cholesky(gram_.block(members) + Matrix::Constant(m, m, shift_));
  if (cholesky.info() != Eigen::Success) return false;
  const Matrix lower = cholesky.matrixL();
  if (!lower.allFinite()) return false;
  members_ = members;
  for (Index k = 0; k < m; ++k) {
    const auto at = static_cast<std::size_t>(k);
    std::copy_n(lower.col(k).data() + k, m - k, row(at) + k);
    inverse_[at] = 1 / lower(k, k);
    z_[at] = 1;
  }
  solve_transposed(z_.data());
  return true;
}

void ElbowFactor::take(const ElbowFactor& other) {
  const auto m = static_cast<Index>(other.size());
  clear();
  reserve(other.size());
  members_ = other.members_;
  for (Index k = 0; k < m; ++k) {
    const auto at = static_cast<std::size_t>(k);
    std::copy_n(other.r_.data() + at * other.ld_ + at, m - k, row(at) + k);
  }
  std::copy_n(other.inverse_.data(), m, inverse_.data());
  std::copy_n(other.z_.data(), m, z_.data());
}

double ElbowFactor::last_of(const double* before, double b) const {
  const std::size_t last = size() - 1;
  for (std::size_t k = 0; k < last; ++k) b -= r_[k * ld_ + last] * before[k];
  return b * inverse_[last];
}

// Deleting a column leaves one entry below the diagonal in each later column; a rotation of two neighbouring
// rows folds each into the diagonal.
void ElbowFactor::remove(std::size_t position, double* solved) {
  const std::size_t m = size(), last = m - 1, ends = m + 1; // the zero that follows moves up too
  for (std::size_t k = 0; k < position; ++k) {
    std::copy(row(k) + position + 1, row(k) + m, row(k) + position);
    row(k)[last] = 0;
  }
  for (std::size_t k = position; k < last; ++k) {
    double *const upper = row(k), *const lower = row(k + 1);
    const double diagonal = std::sqrt(upper[k + 1] * upper[k + 1] + lower[k + 1] * lower[k + 1]);
    inverse_[k] = 1 / diagonal;
    const loops::Rotation by{upper[k + 1] / diagonal, lower[k + 1] / diagonal};
    loops::rotate_to_the_left({static_cast<Index>(k + 1), static_cast<Index>(ends), upper, lower}, by);
    for (double* const v : {z_.data(), solved}) {
      if (v == nullptr) continue;
      const double above = v[k], below = v[k + 1];
      v[k] = by.c * above + by.s * below;
      v[k + 1] = by.c * below - by.s * above;
    }
  }
  row(last)[last] = inverse_[last] = z_[last] = 0;
  if (solved != nullptr) solved[last] = 0;
  projected_ = -1;
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(position));
}

} // namespace core
