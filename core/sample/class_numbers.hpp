#pragma once
#include <vector>

#include "core/sample/observation_weights.hpp"

namespace core {

/// The class of each observation [n], numbered from 0, out of how many there are. A class may have none.
struct ClassNumbers {
  std::vector<int> of;
  int classes = 2;
  Vector weights{}; ///< [n], or empty: each counts once (core/sample/observation_weights.hpp)

  Eigen::Index size() const { return static_cast<Eigen::Index>(of.size()); }

  /// Observations of each class.
  std::vector<Eigen::Index> counts() const {
    std::vector<Eigen::Index> out(static_cast<std::size_t>(classes), 0);
    for (const int k : of) ++out[static_cast<std::size_t>(k)];
    return out;
  }

  /// The weight of each class.
  Vector totals() const {
    Vector out = Vector::Zero(classes);
    for (std::size_t i = 0; i < of.size(); ++i)
      out(of[i]) += weight_at(weights, static_cast<Eigen::Index>(i));
    return out;
  }

  /// The classes that have an observation, ascending.
  std::vector<int> present() const {
    std::vector<int> out;
    const std::vector<Eigen::Index> count = counts();
    for (int k = 0; k < classes; ++k)
      if (count[static_cast<std::size_t>(k)] > 0) out.push_back(k);
    return out;
  }

  /// The same observations with the present classes alone, renumbered in their order.
  ClassNumbers without_absent() const {
    std::vector<int> place(static_cast<std::size_t>(classes), 0);
    const std::vector<int> there = present();
    for (std::size_t k = 0; k < there.size(); ++k)
      place[static_cast<std::size_t>(there[k])] = static_cast<int>(k);
    ClassNumbers out{of, static_cast<int>(there.size()), weights};
    for (int& k : out.of) k = place[static_cast<std::size_t>(k)];
    return out;
  }
};

/// The classes that labels [n] name, out of so many (core/sample/probabilities.hpp).
inline ClassNumbers class_numbers(const WeightedLabels& labels, int classes) {
  ClassNumbers out{{}, classes, labels.weights};
  for (const double label : labels.y) out.of.push_back(class_of(label, classes));
  return out;
}

} // namespace core
