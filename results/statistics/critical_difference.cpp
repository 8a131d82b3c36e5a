#include "results/statistics/critical_difference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contract.hpp"

namespace results {
namespace {

double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double normal_share(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

/// P(range <= q): k times the integral of phi(z) (Phi(z) - Phi(z - q))^(k-1), where z is the largest. The
/// trapezoidal rule converges beyond every power of the step, as the integrand and all its derivatives vanish
/// at both ends.
double share_within(double q, int k) {
  constexpr double step = 1.0 / 64, end = 9;
  double sum = 0;
  for (double z = -end; z <= end + q; z += step)
    sum += normal_density(z) * std::pow(normal_share(z) - normal_share(z - q), k - 1);
  return k * sum * step;
}

} // namespace

double range_quantile(int k, double alpha) {
  core::expect(k >= 2 && alpha > 0 && alpha < 1, "a range of several, and a probability");
  double low = 0, high = 64;
  while (high - low > 1e-10) {
    const double middle = (low + high) / 2;
    (share_within(middle, k) < 1 - alpha ? low : high) = middle;
  }
  return (low + high) / 2;
}

double critical_difference(int k, int data_sets, double alpha) {
  core::expect(data_sets >= 1, "ranks on a data set");
  return range_quantile(k, alpha) * std::sqrt(k * (k + 1.0) / (12.0 * data_sets));
}

std::vector<std::vector<std::size_t>> level_groups(const std::vector<double>& mean_ranks, double distance) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < mean_ranks.size(); ++i)
    if (!std::isnan(mean_ranks[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return mean_ranks[a] < mean_ranks[b]; });
  std::vector<std::vector<std::size_t>> out;
  std::size_t reached = 0;
  for (std::size_t first = 0; first < order.size(); ++first) {
    std::size_t end = first;
    while (end < order.size() && mean_ranks[order[end]] - mean_ranks[order[first]] <= distance) ++end;
    const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
    if (end - first >= 2 && end > reached) out.emplace_back(at(first), at(end));
    reached = std::max(reached, end);
  }
  return out;
}

} // namespace results
