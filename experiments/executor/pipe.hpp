#pragma once
#include <string>

namespace experiments {

/// A pipe from a child process to its parent; closes what it still holds.
class Pipe {
 public:
  /// Throws std::runtime_error where the system has no more descriptors.
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
