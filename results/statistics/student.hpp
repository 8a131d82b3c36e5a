#pragma once
#include <limits>

// What a standard error from few replications is worth. A difference over its standard error follows
// Student's t, whose tails are heavier than a normal variable's: of three replications |t| > 3 happens one
// time in ten.
namespace results {

inline constexpr double off_beyond = 3; ///< standard errors: a |z| above it is called off, or beyond

inline constexpr double exact =
    std::numeric_limits<double>::infinity(); ///< degrees of freedom of a known error

/// A standard error with the degrees of freedom of its estimate.
struct EstimatedError {
  double se = 0, df = exact;
};

/// The root of the sum of squares, with the fewer degrees of freedom of the two (Hsu 1938): a difference over
/// it is never beyond a quantile of t more often than the quantile says. Welch's are more, and of three
/// replications against a hundred let five times as many differences through as they should.
EstimatedError combined(const EstimatedError& a, const EstimatedError& b);

/// The z that a standard normal variable exceeds as often as Student's t with df degrees of freedom exceeds
/// t, of the same sign. t itself where df is infinite or t is not finite; NaN where df is below 1 or NaN.
double normal_equivalent(double t, double df);

} // namespace results
