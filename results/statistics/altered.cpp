#include "results/statistics/altered.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace results {
namespace {

/// C(all - m, seen) / C(all, seen), which is symmetric in m and seen: a product of as many factors as the
/// smaller has.
long double chance_of_none(std::int64_t all, std::int64_t seen, std::int64_t m) {
  if (m > all - seen) return 0;
  const std::int64_t few = std::min(m, seen), many = std::max(m, seen);
  long double out = 1;
  for (std::int64_t i = 0; i < few; ++i)
    out *= static_cast<long double>(all - many - i) / static_cast<long double>(all - i);
  return out;
}

} // namespace

std::int64_t most_altered(std::int64_t all, std::int64_t seen, double confidence) {
  core::expect(0 <= seen && seen <= all && 0 < confidence && confidence < 1,
               "cells are drawn from all of them");
  // 1 of 20 left out is 0.05 exactly, which rounding must not make more.
  constexpr long double rounding = 1e-14L;
  const long double limit = (1 - static_cast<long double>(confidence)) * (1 + rounding) + 1e-16L;
  std::int64_t possible = 0, impossible = all + 1;
  while (impossible - possible > 1) {
    const std::int64_t middle = possible + (impossible - possible) / 2;
    (chance_of_none(all, seen, middle) > limit ? possible : impossible) = middle;
  }
  return possible;
}

} // namespace results
