#pragma once

namespace core {

/// The mass of a distribution on one side of a point: the smaller side, so that no digits are lost next to 1.
struct Tail {
  enum class Side { lower, upper };
  double mass = 0.5;
  Side side = Side::lower;
};

/// The Beta distribution with parameters alpha = mean total and beta = (1 - mean) total; 0 < mean < 1,
/// total > 0. By core/elementary, so that it has the same bits on every processor.
struct BetaLaw {
  double mean = 0.5, total = 2;

  /// The smaller of P(X <= z) and P(X > z), for 0 <= z <= 1: Lentz's evaluation of the continued fraction of
  /// the incomplete beta function (DLMF 8.17.22), from the side on which it is fast. Cost the square root of
  /// total steps or so.
  Tail tail(double z) const;

  /// The point with this tail: quantile(tail(z)) = z. 0 or 1 where the point is closer to it than doubles
  /// are. Newton's method for the logarithm of the mass in the logarithm of the point, kept inside an
  /// interval that holds the answer; about ten tails.
  double quantile(const Tail& tail) const;
};

} // namespace core
