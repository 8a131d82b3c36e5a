#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernel/kernel.hpp"

namespace core {
namespace {

// The middle value, or the mean of the two middle values. Reorders its argument, which is not empty.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

} // namespace

double median_distance_between_classes(const Sample& sample) {
  std::vector<double> distances;
  for (Eigen::Index i = 0; i < sample.size(); ++i)
    for (Eigen::Index j = 0; j < sample.size(); ++j)
      if (sample.y(i) > 0 && sample.y(j) < 0) distances.push_back((sample.x.row(i) - sample.x.row(j)).norm());
  if (distances.empty()) return 1;
  const double middle = median(std::move(distances));
  return middle > 0 ? middle : 1;
}

} // namespace core
