#include "results/statistics/attainable.hpp"

#include <cmath>

namespace results {
namespace {

/// The part of a step by which a bound may be missed in double precision; it errs on the attainable side.
constexpr double rounding_room = 1e-9;

/// Whether a multiple of the step lies within half a unit of the last digit.
bool is_near_multiple(const PrintedNumber& printed, double step) {
  const double least = (printed.value - printed.ulp / 2) / step,
               most = (printed.value + printed.ulp / 2) / step;
  return std::ceil(least - rounding_room * (1 + std::abs(least))) <=
         most + rounding_room * (1 + std::abs(most));
}

double half_step(const RateDesign& design) {
  return design.whole / (2 * design.rates * design.points);
}

} // namespace

Attainable attainable(const PrintedNumber& printed, const RateDesign& design) {
  const double half = half_step(design);
  if (!std::isfinite(printed.value)) return Attainable::no;
  const bool beyond = printed.value < -printed.ulp / 2 || printed.value > design.whole + printed.ulp / 2;
  if (design.is_share && beyond) return Attainable::no;
  if (is_near_multiple(printed, 2 * half)) return Attainable::yes;
  return is_near_multiple(printed, half) ? Attainable::by_halves : Attainable::no;
}

bool is_telling(const PrintedNumber& printed, const RateDesign& design) {
  return half_step(design) > printed.ulp * (1 + rounding_room);
}

double nearest_attainable(const PrintedNumber& printed, const RateDesign& design) {
  const double half = half_step(design);
  return std::round(printed.value / half) * half;
}

} // namespace results
