#include "core/probability/scaling/least.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/elementary/functions.hpp"

namespace core {
namespace {

constexpr std::int64_t one_by_one = 64;
constexpr int coarse = 32;
constexpr double narrow_enough = 1e-4; // of the logarithm

/// The place of the least loss at these points, the first of equals.
template <class Number>
std::size_t least_of(const std::vector<Number>& points, const Objective& loss) {
  std::size_t best = 0;
  double least = infinity;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double value = loss(static_cast<double>(points[i]));
    if (value < least) least = value, best = i;
  }
  return best;
}

/// `coarse` integers from low to high, ascending and distinct, spaced geometrically from `low` = 1.
std::vector<std::int64_t> spread(std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> out{low};
  const double ratio = log1p(static_cast<double>(high - low)) / (coarse - 1);
  for (int k = 1; k < coarse; ++k) {
    const auto next = low + static_cast<std::int64_t>(std::lround(exp(k * ratio) - 1));
    if (next > out.back()) out.push_back(std::min(next, high));
  }
  return out;
}

double golden_section(double low, double high, const Objective& at_log) {
  const double share = (std::sqrt(5.0) - 1) / 2;
  double left = high - share * (high - low), right = low + share * (high - low);
  double at_left = at_log(left), at_right = at_log(right);
  while (high - low > narrow_enough) {
    if (at_left <= at_right) {
      high = right, right = left, at_right = at_left;
      left = high - share * (high - low), at_left = at_log(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + share * (high - low), at_right = at_log(right);
    }
  }
  return at_left <= at_right ? left : right;
}

} // namespace

std::int64_t least_integer(std::int64_t low, std::int64_t high, const Objective& loss) {
  while (high - low >= one_by_one) {
    const auto points = spread(low, high);
    const std::size_t best = least_of(points, loss);
    low = points[best == 0 ? 0 : best - 1];
    high = points[std::min(best + 1, points.size() - 1)];
  }
  std::vector<std::int64_t> points;
  for (std::int64_t n = low; n <= high; ++n) points.push_back(n);
  return points[least_of(points, loss)];
}

double least_real(double low, double high, const Objective& loss) {
  const Objective at_log = [&](double u) { return loss(exp(u)); };
  std::vector<double> points;
  const double from = log(low), step = (log(high) - from) / coarse;
  for (int k = 0; k <= coarse; ++k) points.push_back(from + k * step);
  const std::size_t best = least_of(points, at_log);
  const double refined =
      golden_section(points[best == 0 ? 0 : best - 1], points[std::min(best + 1, points.size() - 1)], at_log);
  return at_log(refined) < at_log(points[best]) ? exp(refined) : exp(points[best]);
}

} // namespace core
