#pragma once
#include <string>
#include <vector>

#include "results/results.hpp"

namespace results {

/// Failed cells that say the same.
struct FailureGroup {
  std::string stage, error;
  std::size_t cells = 0;
  std::string replay; ///< the command that runs the first of them again
};

/// Grouped by stage and message, the most frequent first, then by text.
std::vector<FailureGroup> failure_groups(const std::vector<Failure>& failures);

} // namespace results
