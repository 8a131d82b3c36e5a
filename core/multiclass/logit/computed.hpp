#pragma once
#include <algorithm>

#include "core/elementary/functions.hpp"
#include "core/sample/types.hpp"

// What a number may be off by as it was computed, for the certificates of models of K classes.
namespace core::computed {

/// The rounding of a loss, an entropy, a probability or a derivative, in units of its value.
inline constexpr double operations = 16;

struct Number {
  double value = 0, error = 0; ///< off by at most `error`
};

/// The rounding of a sum of so many terms, in units of what it adds up.
inline double units(Eigen::Index terms) {
  return unit_roundoff * (static_cast<double>(terms) + operations);
}

/// exp of an exponent that may be anything: no more than what is finite.
inline double finite_exp(double exponent) {
  constexpr double largest = 700;
  return exp(std::min(exponent, largest));
}

} // namespace core::computed
