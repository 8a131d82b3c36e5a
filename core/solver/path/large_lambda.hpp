#pragma once
#include "core/solver/path/active_set_path.hpp"
#include "core/solver/path/counted_sample.hpp"

namespace core {

/// The solution of one weight for all lambda above a threshold: there no set changes, a is constant and b
/// linear.
struct LargeLambda {
  ActiveSetPath path;   ///< standing at lambda = threshold, turned towards 0
  double threshold = 0; ///< > 0
  double majority = 0;  ///< label of the class with the larger total weight, 0 at a tie
  Vector a;             ///< [n]
  double b = 0;         ///< the multiplier at lambda is b + lambda majority
  PathAtRest rest;      ///< residuals at lambda = 0, their slope is majority - y
  bool free = false;    ///< is an elbow point strictly inside its box?
};

/// Where all lambda-paths of one sample start.
///
/// For large lambda the dual maximises y'a first: the class of smaller total weight stands at its outer
/// bounds, the other holds the same mass where 1/2 a'Ka is least. As pi moves only boxes move, so these
/// solutions form one path in pi. It starts at the tie pi* = n+ / (n+ + n-), where every point is at its
/// outer bound, and every weight is read off on the way out: a start costs n / 10 events or so, and what it
/// is does not depend on the other weights asked for.
///
/// The threshold is where the first residual of the smaller class vanishes:
/// lambda = max over it of (g_i + b) / (2 y_i), at a tie (max_+ g - min_- g) / 2.
class LargeLambdaSweep {
 public:
  /// The sample's gram and y must outlive the sweep and its paths. Both classes must have positive count.
  explicit LargeLambdaSweep(const CountedSample& sample);

  double tie() const { return tie_; }

  /// 0 < pi < 1. Cheapest in the order away from the tie, first on one side of it, then on the other.
  LargeLambda at(double pi);

  /// Every path from here on ends after this many events, those of the sweep included.
  void limit_events(Eigen::Index most);

 private:
  MovingProblem with_minority_pinned(double majority) const;
  void travel(double majority, double pi);
  struct Extremes {
    double positive, negative; ///< max over each class of y r
  };
  Extremes extremes(const Vector& residuals) const;

  CountedSample sample_;
  double tie_;
  double majority_ = 0; ///< of the weights on the side of the tie where path_ is
  ActiveSetPath origin_, path_;
};

} // namespace core
