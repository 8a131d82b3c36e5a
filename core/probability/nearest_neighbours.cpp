#include "core/probability/nearest_neighbours.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

/// The least distance within which the points count k times.
double reach_of(const Vector& distance, const Vector& weights, std::int64_t k) {
  std::vector<double> sorted(distance.begin(), distance.end());
  if (weights.size() == 0) {
    std::nth_element(sorted.begin(), sorted.begin() + (k - 1), sorted.end());
    return sorted[static_cast<std::size_t>(k - 1)];
  }
  std::vector<std::pair<double, double>> points;
  for (Eigen::Index i = 0; i < distance.size(); ++i) points.emplace_back(distance(i), weights(i));
  std::sort(points.begin(), points.end());
  double within = 0;
  for (const auto& [at, weight] : points)
    if ((within += weight) >= static_cast<double>(k)) return at;
  return points.back().first; // they count k times but for rounding
}

double share_of_positives(const Vector& distance, const WeightedLabels& of, std::int64_t k) {
  const double reach = reach_of(distance, of.weights, k);
  double near = 0, positive = 0;
  for (Eigen::Index i = 0; i < distance.size(); ++i) {
    if (distance(i) > reach) continue;
    const double weight = weight_at(of.weights, i);
    near += weight;
    positive += of.y(i) > 0 ? weight : 0;
  }
  return positive / near;
}

void require_enough(const Sample& train, std::int64_t neighbours) {
  const double all = weight_of_all(train.weights, train.size());
  if (static_cast<double>(neighbours) <= all) return;
  const std::string there = train.weights.size() > 0
                                ? "The training points count " + shortest(all) + " times"
                                : "There are " + std::to_string(train.size()) + " training points";
  throw UserError(
      there + ", fewer than neighbours=" + std::to_string(neighbours) + ". Choose fewer neighbours.",
      {"neighbours"});
}

} // namespace

Estimate NearestNeighbours::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const Sample& test = cache.draw().test;
  require_enough(train, neighbours);
  const WeightedLabels labels(train.y, train.weights);
  Vector share(test.size());
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    Vector distance = Vector::Zero(train.size()); // squared; of equal rows the same to the last bit
    for (Eigen::Index k = 0; k < train.x.cols(); ++k)
      distance.array() += (train.x.col(k).array() - test.x(i, k)).square();
    share(i) = share_of_positives(distance, labels, neighbours);
  }
  return {std::move(share), {}, {{"neighbours", static_cast<double>(neighbours)}}};
}

} // namespace core
