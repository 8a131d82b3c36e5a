#include "results/statistics/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

/// The mean as a reader of a table sees it, smaller is better; infinite where it is not finite.
double printed(double mean, const RankRule& rule) {
  if (!std::isfinite(mean)) return std::numeric_limits<double>::infinity();
  const double value = read_printed(decimal(mean, rule.decimals)).value;
  return rule.smaller_is_better ? value : -value;
}

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

std::vector<double> ranks(const std::vector<double>& means, const RankRule& rule) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (std::any_of(means.begin(), means.end(), [](double mean) { return std::isnan(mean); }))
    return std::vector<double>(means.size(), none);
  std::vector<double> values;
  for (const double mean : means) values.push_back(printed(mean, rule));
  std::vector<double> out;
  for (const double value : values) {
    const auto better = std::count_if(values.begin(), values.end(), [&](double v) { return v < value; });
    const auto level = std::count(values.begin(), values.end(), value);
    const double behind = rule.ties == Ties::average ? static_cast<double>(level - 1) / 2 : 0;
    out.push_back(1 + static_cast<double>(better) + behind);
  }
  return out;
}

double resolved(double value) {
  if (!std::isfinite(value) || value == 0) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 6);
  return std::round(value / unit) * unit;
}

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
