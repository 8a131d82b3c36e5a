#pragma once
#include "core/sample/class_numbers.hpp"
#include "core/solver/certificate.hpp"

// What an answer of the cumulative logit model (core/multiclass/logit/proportional_odds.hpp) is worth,
// computed from the problem and the answer alone: its F, what that may be off by, and below it a value that F
// never falls under, by Newton's decrement and the curvature (core/multiclass/logit/decrement_bound.hpp).
// The bound is over all coefficients; without a penalty it says as well that F has a minimum.
//
// A dual point would have to balance each threshold, with dual values of two kinds; the decrement needs none,
// and with a penalty it works as it does without. The linear forms are theta_k + x_i'beta, along which the
// curvature changes by exp(-R t) with R their largest change, and theta_k - theta_{k-1} = t, where R is
// coth(t / 2) times it. Without a penalty the columns of x that depend on the others and a constant exactly
// are left out, which changes no value of F. Observation weights multiply the losses, but no form.
namespace core {

struct OddsAnswer {
  const Vector& thresholds; ///< [K-1] ascending, finite
  const Vector& beta;       ///< [p]
};

/// Every class has an observation, lambda >= 0. Status is ok: comparing is the caller's business; dual is 0,
/// which F never falls under, where nothing else is known. Cost about that of four of Newton's steps.
Certificate certify_odds(const Matrix& x, const ClassNumbers& y, double lambda, const OddsAnswer& answer);

} // namespace core
