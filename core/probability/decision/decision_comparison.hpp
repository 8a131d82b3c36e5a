#pragma once
#include <optional>

#include "core/estimate/classifier.hpp"
#include "core/estimate/estimator.hpp"

// What the support vector machine and kernel logistic regression say about one input (Rueping 2004,
// section 3.1 and Figure 1): the machine learns where the border is and little beyond its margins, the
// regression goes on to learn the log odds.
namespace core {

/// Both fitted with the kernel of a classifier at one lambda: the unweighted machine, which minimises
/// sum_i (1 - y_i f(x_i))_+ + lambda/2 |h|^2 (the weighted problem of pi = 1/2 at lambda / 2), and kernel
/// logistic regression, sum_i log(1 + exp(-y_i f(x_i))) + lambda/2 |h|^2 (core/solver/logistic/duality.hpp).
/// The probabilities are those of the regression; the summary is of both fits. Observation weights multiply
/// the losses.
///
/// Series: curve.x, 401 equally spaced points over the range of the training sample; curve.svm and curve.klr,
/// f there; curve.truth, the true log odds, linear between the training points, where the sample knows its
/// true p. sample.x and sample.label, the training sample itself.
///
/// Facts: svm_border and klr_border, where the curve changes sign, of several places the one nearest to the
/// middle of the class means, and svm_crossings and klr_crossings, how many there are. Then x- is the largest
/// point of the grid below svm_border at which the machine's f <= -1, x+ the smallest above it at which f >=
/// 1 (sides exchanged where f falls), and svm_outside_slope is the mean of |f'| over the range outside [x-,
/// x+] divided by its mean inside: 0 of a curve that is constant outside the margins, 1 of a straight line;
/// klr_outside_slope the same of the regression, with the machine's x- and x+. What does not exist - a border
/// of a curve of one sign, margins that are never reached - is left out.
///
/// Cost: two fits and 401 n values of the kernel.
class DecisionComparison final : public ProbabilityEstimator {
 public:
  /// Throws UserError for psi-learning: the figure is of the support vector machine.
  DecisionComparison(const Classifier& classifier, double lambda);

  /// Throws UserError for a sample of more than one input.
  Estimate estimate(DrawCache& cache) const override;

 private:
  KernelChoice kernel_;
  double lambda_;
};

// What can be read off such a curve, y [k] at equally spaced, rising x [k].

/// Sign changes, zero counted as positive; each lies where the straight line between two points is zero.
struct Crossings {
  std::optional<double> nearest; ///< to the place asked for
  std::int64_t count = 0;
};
Crossings crossings(const Vector& x, const Vector& y, double place);

/// The points between which y lies inside the margins.
struct MarginEnds {
  Eigen::Index first, last; ///< first < last
};

/// From a border outwards, the first points on either side at which y is beyond -1 and 1, each on the side to
/// which y goes at the border. None where y does not get there.
std::optional<MarginEnds> margins(const Vector& x, const Vector& y, double border);

/// The mean of |y'| over all x outside the margins divided by its mean between them. None where nothing lies
/// outside, or y is constant between them.
std::optional<double> outside_slope(const Vector& y, const MarginEnds& margins);

} // namespace core
