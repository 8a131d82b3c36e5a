#include "results/statistics/common_replicates.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "results/statistics/ranks.hpp"

namespace results {
namespace {

/// The finite values of two series in their common replicates.
template <class Take>
void for_each_common(const Series& a, const Series& b, Take take) {
  auto other = b.begin();
  for (const Observation& one : a) {
    while (other != b.end() && other->replicate < one.replicate) ++other;
    if (other == b.end() || other->replicate != one.replicate) continue;
    if (std::isfinite(one.value) && std::isfinite(other->value)) take(one, *other);
  }
}

} // namespace

double correlation(const Series& a, const Series& b) {
  std::vector<double> x, y;
  for_each_common(a, b, [&](const Observation& one, const Observation& other) {
    x.push_back(one.value);
    y.push_back(other.value);
  });
  const double found = pearson(x, y);
  return std::isfinite(found) ? std::clamp(found, -1.0, 1.0) : 0;
}

Series differences(const Series& a, const Series& b) {
  Series out;
  for_each_common(a, b, [&](const Observation& one, const Observation& other) {
    out.push_back({one.replicate, one.value - other.value, Outcome::ok});
  });
  return out;
}

} // namespace results
