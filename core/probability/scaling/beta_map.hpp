#pragma once
#include <vector>

#include "core/probability/scaling/beta_law.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/sample/types.hpp"

// The map at the heart of beta scaling (Garczarek 2002, as Rueping 2004 describes it): values m in [0, 1] are
// carried from the Beta distribution that has their moments to one with a wanted mean,
//
//   m' = Q(F(m; mu M, (1 - mu) M); q N, (1 - q) N),     M = mu (1 - mu) / S - 1,
//
// F and Q the Beta distribution and quantile functions, mu the mean of the m_i, S their variance with divisor
// n - 1, q the mean of targets t_i in {0, 1}. The paper prints the two pairs of parameters with the same
// subscripts, which would be the identity; the second pair is another one. N is chosen by the mean of
// (t_i - m'_i)^2.
//
// Where that map is not defined - S < 1e-4, M <= 0, fewer than two values, or q is 0 or 1 - the values are
// shifted instead: m' = m - mu + q, clipped to [0, 1].
namespace core {

class BetaMap {
 public:
  /// The shift m' = m + by, clipped.
  static BetaMap shift(double by) { return BetaMap(by); }
  BetaMap(const BetaLaw& from, const BetaLaw& to) : from_(from), to_(to), carries_(true) {}

  double operator()(double m) const;

 private:
  explicit BetaMap(double by) : shift_(by) {}
  BetaLaw from_, to_;
  double shift_ = 0;
  bool carries_ = false;
};

/// The family of such maps over N for one set of values [n] and targets [n], which weights [n] count where
/// there are any; n >= 1.
class BetaFamily {
 public:
  BetaFamily(const Vector& values, Vector targets, const Vector& weights = {});

  bool carries() const { return carries_; }    ///< else the only map is the shift
  double total() const { return from_.total; } ///< M, where it carries

  /// mean (t_i - m'_i)^2 for this N. Cost n quantiles.
  double loss(double total) const;

  /// The map with this N; the shift where nothing else is defined.
  BetaMap map(double total) const;

 private:
  Vector targets_, weights_;
  double target_mean_;
  BetaLaw from_;
  bool carries_;
  std::vector<Tail> tails_;
};

} // namespace core
