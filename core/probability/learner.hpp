#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/probability/estimate.hpp"
#include "core/probability/resample.hpp"

namespace core {

class Workbench;

/// Points at which probabilities are wanted: a part of the draw, or some rows of it.
struct Points {
  enum class Part { train, tune, test };
  Part part = Part::test;
  std::optional<std::vector<Eigen::Index>> rows{};
};

/// A method trained on one sample, at every lambda. Holds references into its workbench.
struct Learned {
  virtual ~Learned() = default;

  /// P(Y = +1) at the points for each lambda of a grid, in its order. Each is pure in (sample, lambda,
  /// points): a criterion asks for its whole grid because that is cheaper than lambda by lambda.
  virtual std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) = 0;

  Estimate probability(double lambda, const Points& points) {
    return std::move(curve({lambda}, points).front());
  }
};

/// A method of estimating class probabilities with one tuning parameter lambda left open: what a tuning
/// criterion trains on whatever samples it likes.
struct Learner {
  virtual ~Learner() = default;
  virtual std::unique_ptr<Learned> learn(Workbench& bench, const Resample& resample) const = 0;
};

} // namespace core
