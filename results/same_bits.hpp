#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace results {

/// Whether two numbers have the same bits; all NaN count as one, 0 and -0 as two.
inline bool same_bits(double one, double other) {
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
}

} // namespace results
