#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "core/estimate/estimator.hpp"

// The rule that knows the true probabilities, and where it changes its mind.
namespace core {

/// Gives the true p at the test points: the oracle of a simulated data set. Fits nothing.
///
/// Series: sample.x1, sample.x2 and sample.class, the training sample of two inputs, classes counted from 1;
/// where the test points are a lattice also border.x1, border.x2 and border.line, the boundaries between the
/// sets where each class is the most probable, a number for each line. Facts: train_error, the share of the
/// training sample that the rule misclassifies; borders, the number of lines.
class BayesRule final : public ProbabilityEstimator {
 public:
  /// Throws UserError where the data set does not know the true p.
  Estimate estimate(DrawCache& cache) const override;
};

/// A rectangular lattice of points: point (i, j) stands in row i * second.size() + j.
struct Lattice {
  Vector first, second; ///< rising
};

/// The lattice that x [m x 2] is, if it is one of at least two by two points.
std::optional<Lattice> lattice_of(const Matrix& x);

/// A piece of a boundary, its points joined in their order.
using BoundaryLine = std::vector<std::pair<double, double>>;

/// Where the most probable class changes, of log p [m x K] at the points of a lattice: log p is taken as
/// linear in each of the two triangles of a lattice cell, and two classes are told apart where they are level
/// and no third is ahead. Exact where the log odds are linear in the inputs, else with an error of the square
/// of the lattice's step. Lines of one pair of classes are joined. Cost m, and K^3 for each triangle on a
/// boundary.
std::vector<BoundaryLine> class_boundaries(const Lattice& lattice, const Matrix& log_p);

} // namespace core
