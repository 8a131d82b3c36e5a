#include "core/solver/path/counted_sample.hpp"

namespace core {
namespace {

Vector where(const CountedSample& sample, double label) {
  return (sample.y.array() == label).select(sample.count, Vector::Zero(sample.size()));
}

} // namespace

std::vector<Eigen::Index> drawn(const CountedSample& sample) {
  std::vector<Eigen::Index> out;
  for (Eigen::Index i = 0; i < sample.size(); ++i)
    if (sample.count(i) > 0) out.push_back(i);
  return out;
}

CountedSample each_once(const Gram& gram, const Labels& y) {
  return {gram, y, Vector::Ones(y.size())};
}

WeightedDual weighted_dual(const CountedSample& sample, double pi, double lambda) {
  return {sample.gram, sample.y, -pi * where(sample, -1), (1 - pi) * where(sample, 1), lambda};
}

MovingProblem moving_lambda(const CountedSample& sample, double pi) {
  const Vector zero = Vector::Zero(sample.size());
  const WeightedDual boxes = weighted_dual(sample, pi, 1);
  return {zero, sample.y, boxes.lower, zero, boxes.upper, zero};
}

MovingProblem moving_pi(const CountedSample& sample, double lambda) {
  const Vector zero = Vector::Zero(sample.size()), positive = where(sample, 1), negative = where(sample, -1);
  return {lambda * sample.y, zero, zero, -negative, positive, -positive};
}

} // namespace core
