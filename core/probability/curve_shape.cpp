#include "core/probability/curve_shape.hpp"

#include <cmath>

namespace core {
namespace {

/// sum of |y_{k+1} - y_k| from one point to another.
double variation(const Vector& y, Eigen::Index from, Eigen::Index to) {
  double sum = 0;
  for (Eigen::Index k = from; k < to; ++k) sum += std::abs(y(k + 1) - y(k));
  return sum;
}

} // namespace

Crossings crossings(const Vector& x, const Vector& y, double place) {
  Crossings out;
  for (Eigen::Index k = 0; k + 1 < y.size(); ++k) {
    if ((y(k) < 0) == (y(k + 1) < 0)) continue;
    const double at = x(k) + (x(k + 1) - x(k)) * (y(k) / (y(k) - y(k + 1)));
    if (!out.nearest || std::abs(at - place) < std::abs(*out.nearest - place)) out.nearest = at;
    ++out.count;
  }
  return out;
}

std::optional<Margins> margins(const Vector& x, const Vector& y, double border) {
  Eigen::Index above = 0;
  while (above < x.size() && x(above) <= border) ++above;
  if (above == 0 || above == x.size()) return std::nullopt;
  const double side = y(above) < 0 ? -1 : 1; // +1 where y rises through the border
  Eigen::Index first = above - 1, last = above;
  while (first >= 0 && side * y(first) > -1) --first;
  while (last < x.size() && side * y(last) < 1) ++last;
  if (first < 0 || last == x.size()) return std::nullopt;
  return Margins{first, last};
}

std::optional<double> outside_slope(const Vector& y, const Margins& margins) {
  const Eigen::Index end = y.size() - 1, between = margins.last - margins.first, outside = end - between;
  const double inner = variation(y, margins.first, margins.last);
  if (outside == 0 || !(inner > 0)) return std::nullopt;
  const double outer = variation(y, 0, margins.first) + variation(y, margins.last, end);
  return outer / static_cast<double>(outside) / (inner / static_cast<double>(between));
}

} // namespace core
