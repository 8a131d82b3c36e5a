#pragma once
#include <cstdint>
#include <functional>

#include "core/sample/types.hpp"

namespace core {

using Objective = std::function<double(double)>;

/// The integer of least loss in [low, high], the smallest of equals. Ranges of up to 64 are looked at one by
/// one; a longer one at 32 geometrically spaced integers, then again between the neighbours of the best of
/// these: the least of all where the loss falls and then rises, else a local minimum.
std::int64_t least_integer(std::int64_t low, std::int64_t high, const Objective& loss);

/// The number of least loss in [low, high], 0 < low < high: of 33 geometrically spaced ones, then by golden
/// section on the logarithm between the neighbours of the best, to a relative 1e-4. As above.
double least_real(double low, double high, const Objective& loss);

} // namespace core
