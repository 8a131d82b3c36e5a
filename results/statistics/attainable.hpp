#pragma once
#include "results/record/text.hpp"

// Which numbers a mean of error rates can be. A rate on m points is a multiple of 1/m; the mean of R such
// rates one of 1/(R m), or of half that where a point can be half an error. A printed number that no such
// multiple rounds to was not made so.
namespace results {

/// How a printed mean of error rates is said to have been made.
struct RateDesign {
  double rates = 0;     ///< R, that are averaged
  double points = 0;    ///< m, under each
  double whole = 1;     ///< what a rate of one is printed as: 1, or 100 in percent
  bool is_share = true; ///< between 0 and the whole; an average rank, a multiple of the same kind, is not
};

enum class Attainable {
  yes,       ///< some multiple of whole / (R m) rounds to it, either way at a tie
  by_halves, ///< only an odd multiple of half of that does
  no,
};

/// A number that is not finite is not attainable, nor a share below 0 or above the whole.
Attainable attainable(const PrintedNumber& printed, const RateDesign& design);

/// Whether any number could fail: whether multiples of whole / (2 R m) leave room for one of these digits
/// between them. Otherwise attainable() says nothing.
bool is_telling(const PrintedNumber& printed, const RateDesign& design);

/// The multiple of whole / (2 R m) next to the number.
double nearest_attainable(const PrintedNumber& printed, const RateDesign& design);

} // namespace results
