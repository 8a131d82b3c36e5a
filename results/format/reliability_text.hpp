#pragma once
#include <string>
#include <vector>

#include "core/metric/reliability.hpp"

namespace results {

/// A reliability diagram as a table for a terminal, a line a bin; an empty bin has dashes.
std::string reliability_text(const std::vector<core::ReliabilityBin>& bins);

} // namespace results
