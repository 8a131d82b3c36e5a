#pragma once
#include <string>
#include <vector>

#include "results/results.hpp"

namespace results {

/// Failed cells that say the same: equal stages and signals, and messages with one message_pattern. What is
/// shown of them is that of the first cell, by key.
struct FailureGroup {
  std::string stage, error;
  int signal = 0;
  std::string last_words; ///< the last line on standard error that is not blank; empty where there is none
  std::size_t cells = 0;
  bool is_varied = false; ///< the others' messages differ from `error` in numbers or names
  std::string replay;     ///< the command that runs the cell again
};

/// The most frequent first, then by stage and message.
std::vector<FailureGroup> failure_groups(const std::vector<Failure>& failures);

} // namespace results
