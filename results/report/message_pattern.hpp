#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "results/record/columns.hpp"

namespace results {

/// A message without what differs from cell to cell, so that messages which say the same are equal: numbers
/// (inf and nan among them), hexadecimal addresses, keys, quoted texts and paths each become one mark.
///
///   lambda 0.013 is not in '/somewhere/a.csv'   ->   lambda # is not in '#'
///
/// Everything else stays, so that two messages with different words are never equal; a digit inside a name,
/// such as that of example1, is part of the name. A path begins with /, ./, ../ or ~/, or has two slashes.
/// Cost: one pass.
std::string message_pattern(std::string_view message);

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
