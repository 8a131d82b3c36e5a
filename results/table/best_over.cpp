#include "results/table/best_over.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "results/format/number.hpp"

namespace results {
namespace {

/// The average as a reader of the table sees it, smaller is better; infinite where it is not finite.
double rank(const Summary& summary, const Contest& contest) {
  if (!std::isfinite(summary.mean)) return std::numeric_limits<double>::infinity();
  const double printed = read_printed(decimal(summary.mean, contest.decimals)).value;
  return contest.metric.smaller_is_better ? printed : -printed;
}

bool are_one_computation(const std::vector<Point>& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Point& point) { return point.setting == points.front().setting; });
}

} // namespace

Chosen best_over(const std::string& axis, const std::vector<Point>& points, const Contest& contest,
                 const Averages& averages) {
  core::expect(!points.empty(), "a place in the table has a point");
  const auto candidate = [&](const Point& point) {
    return Chosen{point, averages.of(point.setting, contest.metric.name), {}};
  };
  Chosen best = candidate(points.front());
  if (are_one_computation(points)) return best;
  for (auto point = points.begin() + 1; point != points.end(); ++point) {
    Chosen other = candidate(*point);
    const double ours = rank(other.ours, contest), theirs = rank(best.ours, contest);
    const bool more = other.ours.used > best.ours.used && std::isfinite(ours);
    if (ours < theirs || (ours == theirs && more)) best = std::move(other);
  }
  const auto value = best.point.at.find(axis);
  if (std::isfinite(best.ours.mean) && value != best.point.at.end()) best.value = value->second;
  return best;
}

} // namespace results
