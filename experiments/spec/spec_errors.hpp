#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"

namespace experiments {

/// One mistake in a config, where it stands and what it is. Line and column count from 1; 0 where the text as
/// a whole is meant.
struct Mistake {
  std::string where; ///< a path, or override 'key=value'
  int line = 0, column = 0;
  std::string message;
};

/// Everything wrong with a study, found in one reading. what() is the report for people: one paragraph a
/// mistake, sorted by position, with the offending line and a caret.
struct SpecErrors : core::UserError {
  SpecErrors(const std::string& report, std::vector<Mistake> found)
      : core::UserError(report), mistakes(std::move(found)) {}

  std::vector<Mistake> mistakes;
};

} // namespace experiments
