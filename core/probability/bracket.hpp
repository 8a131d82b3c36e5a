#pragma once
#include <cstdint>
#include <vector>

#include "core/estimate/calibration.hpp"

// Algorithm 1 of Wang, Shen & Liu (2008), section 2.2: the class probability bracketed by the weights at
// which weighted classifiers change sign.
//
// With pi_j = j/m, j = 0..m, and f_j the classifier of weight pi_j,
//   pi^*  = max{pi_j : f_j(x) > 0},   pi_* = min{pi_j : f_j(x) < 0},   p(x) = (pi_* + pi^*) / 2.
// The ends need no training: f_0 > 0 and f_m < 0 everywhere. f_j(x) = 0 counts for neither set,
// and neither does what is level with it (core/estimate/calibration.hpp). Exact on its
// input: there is nothing to certify but the fits it reads.
namespace core {

/// The interior weights 1/m, ..., (m-1)/m. Throws UserError where intervals < 2.
std::vector<double> interior_weights(std::int64_t intervals);

struct Bracket {
  Vector probability;           ///< [k]; at least 1/(2m), at most 1 - 1/(2m) where signs are monotone
  std::int64_t nonmonotone = 0; ///< points where a negative sign comes before a positive one along pi
};

/// decision [k x (m-1)]: column j-1 holds f of weight j/m at the k points. Cost k m.
Bracket bracket(const Matrix& decision);

/// The rule of the authors' later package (probsvm 1.00, 2013): p(x) = (k + 1/2) / m with k the number of
/// weights at which f(x) > 0, so that a value of 0, or one level with it, counts as negative. The same as the
/// bracket where signs are monotone and none is 0. decision [points x (m-1)] as above; cost points x m.
Vector count_of_signs(const Matrix& decision);

/// The bracket with this many intervals; 0 stands for floor(sqrt n).
/// Facts: nonmonotone, the points whose signs are not monotone in pi. Warns where a class is rarer than an
/// interval is wide: no probability comes nearer to 0 or 1 than half of one. By `count` the probability is
/// read off the number of positive signs instead.
struct BracketCalibration final : Calibration {
  enum class Rule { bracket, count };
  std::int64_t intervals = 20;
  Rule rule = Rule::bracket;
  Reads reads(Eigen::Index n) const override;
  std::vector<Objection> warnings(const WeightedLabels& labels) const override;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
