#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/workers/message.hpp"

namespace experiments::workers {

/// A program that is to be started, and what it may use.
struct Command {
  std::vector<std::string> words{};   ///< the program first; no shell reads them
  std::filesystem::path folder = "."; ///< where it runs, and where relative words lie
  double limit = 60;                  ///< seconds of wall time for an answer
  std::uint64_t memory = 0;           ///< bytes of address space; 0: no limit

  auto operator<=>(const Command&) const = default;
};

/// A worker that did not answer as it should: ended, took too long, or said what is no answer.
struct Failure : std::runtime_error {
  Failure(const std::string& sentence, std::string tail, int ended_by = 0)
      : std::runtime_error(sentence), last_words(std::move(tail)), signal(ended_by) {}

  std::string last_words; ///< what it printed since the request began, the last 2 KiB
  int signal;             ///< that ended it; 0: none
};

/// The program that the first word names: a path, from the folder on where it is relative, or a name that
/// PATH knows. Throws UserError where there is none.
std::filesystem::path program_of(const Command& command);

/// A running program with a pipe for requests (its descriptor 3), one for replies (4), and one for what it
/// prints. It has a process group of its own. The kernel ends it when the thread that started it ends, so it
/// belongs to that thread. A process that was forked since is not touched.
class Process {
 public:
  /// Throws UserError where there is no such program, results::OutOfResources where the system has no room.
  explicit Process(const Command& command);
  /// Closes the requests, waits a moment, and ends what is left of the group.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends bytes, none where the worker speaks first, and waits for a message. Throws Failure, after which
  /// the process is gone.
  Message exchange(const std::string& bytes);

  /// Whether it runs, and belongs to this process.
  bool runs();

  pid_t id() const { return process_; }

  /// What it has printed since the last exchange began: the last 2 KiB.
  const std::string& printed() const { return printed_; }

 private:
  using Clock = std::chrono::steady_clock;

  void start(const std::filesystem::path& program);
  void send(std::string_view& left);
  bool receive();
  void listen();
  bool has_ended();
  void end();
  [[noreturn]] void fail(const std::string& what);
  std::string how_it_ended() const;

  Command command_;
  pid_t process_ = 0, owner_ = 0;
  int requests_ = -1, replies_ = -1, prints_ = -1;
  int status_ = 0;         ///< of waitpid
  bool is_killed_ = false; ///< it did not end by itself
  MessageReader reader_;
  std::string printed_;
};

} // namespace experiments::workers
