#pragma once
#include <vector>

#include "core/sample/observation_weights.hpp"

namespace core {

/// The points a method is trained on: rows of a training sample, perhaps repeated or left out, each with the
/// label it then has.
struct Resample {
  std::vector<Eigen::Index> rows; ///< [m]
  Labels y;                       ///< [m]
  Vector weights{};               ///< [m], or empty: each counts once (core/sample/observation_weights.hpp)

  /// The rows of these of its points, by their places in it.
  std::vector<Eigen::Index> rows_at(const std::vector<Eigen::Index>& places) const;

  /// These of its points alone.
  Resample at(const std::vector<Eigen::Index>& places) const;

  /// Whether it has the same points in the same order.
  bool is(const Resample& other) const {
    return rows == other.rows && y == other.y && weights.size() == other.weights.size() &&
           weights == other.weights;
  }

  /// The labels with their weights.
  WeightedLabels labels() const { return {y, weights}; }
};

/// A resample as its distinct observations, each with the number of times it was drawn, or with the weight of
/// these draws. Rows that were not drawn follow with count 0: they change no fit, and every fit says its
/// decision values at them, too.
struct MergedResample {
  std::vector<Eigen::Index> rows;  ///< [d], distinct (row, label)
  Labels y;                        ///< [d]
  Vector count;                    ///< [d]
  std::vector<Eigen::Index> place; ///< [n]: an observation of each row of the training sample

  /// Has it every row of the training sample, and in order?
  bool is_whole() const;
};

/// n is the size of the training sample. The order of the resample's points does not matter. Cost n + m.
MergedResample merged(const Resample& resample, Eigen::Index n);

} // namespace core
