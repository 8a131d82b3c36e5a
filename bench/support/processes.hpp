#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace bench {

/// Work in a process of its own, so that its peak memory is its own and two measurements can stand side by
/// side.
class Process {
 public:
  template <class Work>
  explicit Process(Work&& work) {
    std::array<int, 2> ends{};
    std::fflush(stdout);
    if (pipe(ends.data()) != 0) std::abort();
    child_ = fork();
    if (child_ < 0) std::abort();
    if (child_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
      std::forward<Work>(work)();
      std::fflush(stdout);
      std::_Exit(0);
    }
    close(ends[1]);
    said_ = ends[0];
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// What it printed, once it has ended. Ends the program where the work did not come to its end. Once.
  std::string output() {
    std::string text;
    std::array<char, 4096> block{};
    for (ssize_t got = 0; (got = read(said_, block.data(), block.size())) > 0;)
      text.append(block.data(), static_cast<std::size_t>(got));
    close(said_);
    int status = 0;
    waitpid(child_, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      std::printf("%sa measurement came to no end\n", text.c_str());
      std::exit(1);
    }
    return text;
  }

 private:
  pid_t child_ = 0;
  int said_ = 0;
};

} // namespace bench
