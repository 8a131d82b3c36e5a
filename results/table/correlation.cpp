#include "results/table/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contract.hpp"

namespace results {
namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

std::vector<double> mid_ranks(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(), [&](double v) { return v < value; });
    const auto level = std::count(values.begin(), values.end(), value);
    out.push_back(static_cast<double>(below) + static_cast<double>(level + 1) / 2);
  }
  return out;
}

} // namespace

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
  core::expect(a.size() == b.size(), "correlated lists have one length");
  if (a.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double mean_a = mean(a), mean_b = mean(b);
  double both = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    of_a += (a[i] - mean_a) * (a[i] - mean_a);
    of_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return of_a == 0 || of_b == 0 ? std::numeric_limits<double>::quiet_NaN() : both / std::sqrt(of_a * of_b);
}

double spearman(const std::vector<double>& a, const std::vector<double>& b) {
  return pearson(mid_ranks(a), mid_ranks(b));
}

} // namespace results
