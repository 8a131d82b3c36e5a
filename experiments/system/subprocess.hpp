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

/// A pipe from a child process to its parent; closes what it still holds.
class Pipe {
 public:
  /// Throws results::OutOfResources where the system has no more descriptors.
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading() const { return reading_; }
  int writing() const { return writing_; }

  /// The parent's side after the fork: only then is the child's end the pipe's end.
  void keep_reading();

  /// Appends what can be read without waiting; false at the end of the pipe.
  bool drain(std::string& into) const;

 private:
  int reading_ = -1, writing_ = -1;
};

} // namespace experiments
