#include "experiments/call.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/contract.hpp"

namespace experiments {
namespace {

std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) out.emplace_back(*variable);
  for (const std::string& variable : more) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    if (std::ranges::none_of(out, [&](const std::string& own) { return own.starts_with(name); }))
      out.push_back(variable);
  }
  return out;
}

/// The pointers that execve wants; valid as long as the texts.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

struct Pipe {
  std::array<int, 2> ends{};

  Pipe() { core::expect(pipe2(ends.data(), O_CLOEXEC) == 0, "the system gives a pipe"); }
  ~Pipe() {
    close(ends[0]);
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_writing() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }

  std::string read_to_the_end() {
    close_writing();
    std::string out;
    std::array<char, 4096> block{};
    while (true) {
      const ssize_t count = read(ends[0], block.data(), block.size());
      if (count == 0 || (count < 0 && errno != EINTR)) return out;
      if (count > 0) out.append(block.data(), static_cast<std::size_t>(count));
    }
  }
};

int code_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

std::optional<Called> call(const Call& call) {
  std::vector<std::string> words = call.words, environment = environment_with(call.environment);
  Pipe pipe;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, pipe.ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers(words).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return std::nullopt;
  core::require(error == 0,
                words.front() + " cannot be started (" + std::strerror(error) + ") try it by hand");
  std::string said = pipe.read_to_the_end();
  return Called{code_of(child), std::move(said)};
}

} // namespace experiments
