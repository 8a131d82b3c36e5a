#include "core/probability/nearest_neighbours.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/contract.hpp"

namespace core {
namespace {

double share_of_positives(const Vector& distance, const Labels& y, std::int64_t k) {
  std::vector<double> sorted(distance.begin(), distance.end());
  std::nth_element(sorted.begin(), sorted.begin() + (k - 1), sorted.end());
  const double reach = sorted[static_cast<std::size_t>(k - 1)];
  std::int64_t near = 0, positive = 0;
  for (Eigen::Index i = 0; i < distance.size(); ++i) {
    if (distance(i) > reach) continue;
    ++near;
    positive += y(i) > 0 ? 1 : 0;
  }
  return static_cast<double>(positive) / static_cast<double>(near);
}

} // namespace

Estimate NearestNeighbours::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const Sample& test = cache.draw().test;
  require(neighbours <= train.size(), "There are " + std::to_string(train.size()) +
                                          " training points, fewer than neighbours=" +
                                          std::to_string(neighbours) + ". Choose fewer neighbours.");
  Vector share(test.size());
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    Vector distance = Vector::Zero(train.size()); // squared; of equal rows the same to the last bit
    for (Eigen::Index k = 0; k < train.x.cols(); ++k)
      distance.array() += (train.x.col(k).array() - test.x(i, k)).square();
    share(i) = share_of_positives(distance, train.y, neighbours);
  }
  return {std::move(share), {}, {{"neighbours", static_cast<double>(neighbours)}}};
}

} // namespace core
