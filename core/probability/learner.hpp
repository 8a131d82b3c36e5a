#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/probability/estimate.hpp"

namespace core {

class Workbench;

/// The points a method is trained on: rows of the draw's training sample, perhaps repeated or left out, each
/// with the label it then has. The name is its identity on a workbench, "whole" or "fold 2 of 5": what is
/// trained on a named one is kept for others to share; without a name it is forgotten.
struct Resample {
  std::string name;
  std::vector<Eigen::Index> rows; ///< [m]
  Labels y;                       ///< [m]
};

/// Points at which probabilities are wanted: a part of the draw, or some rows of it.
struct Points {
  enum class Part { train, tune, test };
  Part part = Part::test;
  std::optional<std::vector<Eigen::Index>> rows{};
};

/// A method trained on one sample, at every lambda. Holds references into its workbench.
struct Learned {
  virtual ~Learned() = default;

  /// P(Y = +1) at the points. Pure in (sample, lambda, points).
  virtual Estimate probability(double lambda, const Points& points) = 0;
};

/// A method of estimating class probabilities with one tuning parameter lambda left open: what a tuning
/// criterion trains on whatever samples it likes.
struct Learner {
  virtual ~Learner() = default;
  virtual std::unique_ptr<Learned> learn(Workbench& bench, const Resample& resample) const = 0;
};

} // namespace core
