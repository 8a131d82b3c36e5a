#pragma once
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/sample/types.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {

/// What an active-set path keeps of each elbow point, by its position on the elbow: its variable and box,
/// both with their change per unit of length, and its column of the Gram matrix. All arrays have room for a
/// multiple of eight and are zero beyond the last position.
struct ElbowVariables {
  Vector a, slope;
  Vector lower, lower_rate;
  Vector upper, upper_rate;
  std::vector<const double*> columns; ///< [n] each; of a linear kernel held as its inputs null

  ElbowVariables() { reserve(2 * loops::lanes); }

  /// Makes room for m positions.
  void reserve(Eigen::Index m) {
    if (m <= a.size()) return;
    const Eigen::Index room = loops::padded(std::max(m, 2 * a.size()));
    for (Vector* v : all()) v->conservativeResizeLike(Vector::Zero(room));
    columns.resize(static_cast<std::size_t>(room));
  }

  /// Takes this position out of those up to the last; those behind it move up.
  void remove(Eigen::Index position, Eigen::Index last) {
    for (Vector* v : all()) {
      for (Eigen::Index j = position; j < last; ++j) (*v)[j] = (*v)[j + 1];
      (*v)[last] = 0;
    }
    std::copy(columns.begin() + position + 1, columns.begin() + last + 1, columns.begin() + position);
  }

  /// The columns of the first m positions, to be combined with these coefficients.
  loops::Columns combined(Eigen::Index m, const double* coefficients) const {
    return {m, columns.data(), coefficients};
  }

  loops::Rooms rooms() const {
    return {a.data(), slope.data(), lower.data(), lower_rate.data(), upper.data(), upper_rate.data()};
  }

  /// Lengths after which the point at this position meets its lower and its upper bound; never where it does
  /// not move towards the bound faster than floor.
  std::pair<double, double> exits(Eigen::Index j, double floor) const {
    const double up = slope[j] - upper_rate[j], down = lower_rate[j] - slope[j];
    return {down > floor ? std::max(a[j] - lower[j], 0.0) / down : loops::never,
            up > floor ? std::max(upper[j] - a[j], 0.0) / up : loops::never};
  }

 private:
  std::array<Vector*, 6> all() { return {&a, &slope, &lower, &lower_rate, &upper, &upper_rate}; }
};

} // namespace core
