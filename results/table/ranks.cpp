#include "results/table/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/format/number.hpp"

namespace results {
namespace {

/// The mean as a reader of a table sees it, smaller is better; infinite where it is not finite.
double printed(double mean, const RankRule& rule) {
  if (!std::isfinite(mean)) return std::numeric_limits<double>::infinity();
  const double value = read_printed(decimal(mean, rule.decimals)).value;
  return rule.smaller_is_better ? value : -value;
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

} // namespace results
