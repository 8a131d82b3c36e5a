#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace experiments {

/// Another program, called by name or path, without a shell.
struct Call {
  std::vector<std::string> words;            ///< the program first
  std::filesystem::path folder = ".";        ///< where it runs
  std::vector<std::string> environment = {}; ///< NAME=value, where the caller's has no such name
};

/// How it ended.
struct Called {
  int code = 0;     ///< its exit code, or 128 + the signal that ended it
  std::string said; ///< its standard output; what it says on standard error goes to ours
};

/// Runs a program and waits for it. Nothing where there is no such program. Throws UserError where there is
/// one that cannot be started.
std::optional<Called> call(const Call& call);

} // namespace experiments
