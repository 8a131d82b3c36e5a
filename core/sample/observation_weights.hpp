#pragma once
#include <utility>

#include "core/sample/types.hpp"

// Observation weights w [n]: an observation of weight 2 is two observations alike, and weights that are no
// whole numbers lie between. So their size counts, not their ratios alone: twice the weights are twice the
// sample. Each is positive and finite; one of weight 0 is left out by whoever makes the sample. Empty: each
// observation counts once, with the bits of code that knows of no weights.
namespace core {

/// Labels [n] with their weights. A function that takes them takes labels alone as well.
struct WeightedLabels {
  Labels y;
  Vector weights{};

  template <class Derived>
  WeightedLabels(const Eigen::MatrixBase<Derived>& labels) : y(labels) {}
  WeightedLabels(Labels labels, Vector of_rows) : y(std::move(labels)), weights(std::move(of_rows)) {}
};

inline double weight_at(const Vector& weights, Eigen::Index i) {
  return weights.size() == 0 ? 1 : weights(i);
}

/// Of n observations.
inline double weight_of_all(const Vector& weights, Eigen::Index n) {
  return weights.size() == 0 ? static_cast<double>(n) : weights.sum();
}

/// Of those with y > 0.
inline double weight_of_positives(const Labels& y, const Vector& weights) {
  if (weights.size() == 0) return static_cast<double>((y.array() > 0).count());
  return (y.array() > 0).select(weights.array(), 0.0).sum();
}

inline double weighted_mean(const Vector& x, const Vector& weights) {
  return weights.size() == 0 ? x.mean() : x.dot(weights) / weights.sum();
}

/// Some of the weights, by the places of their observations; none where there are none.
template <class Places>
Vector weights_of(const Vector& weights, const Places& places) {
  return weights.size() == 0 ? Vector() : Vector(weights(places));
}

/// The weights, or none where each is 1: what counts once has the bits of what was never counted.
inline Vector unless_all_one(const Vector& weights) {
  return (weights.array() == 1).all() ? Vector() : weights;
}

/// The weights, each 1 where there are none.
inline Vector weights_of_all(const Vector& weights, Eigen::Index n) {
  return weights.size() == 0 ? Vector(Vector::Ones(n)) : weights;
}

} // namespace core
