#include "experiments/system/subprocess.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "core/contract.hpp"
#include "results/store/file.hpp"

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

/// All that comes through a pipe until its other end is closed.
std::string everything(Pipe& pipe) {
  pipe.keep_reading();
  std::string out;
  pollfd reading{pipe.reading(), POLLIN, 0};
  while (pipe.drain(out)) poll(&reading, 1, -1);
  return out;
}

int code_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Pipe::Pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw results::OutOfResources(std::string("no pipe to a process can be made (") + std::strerror(errno) +
                                  ") " + results::remedy(errno) +
                                  " and run the same command again; nothing stored is lost");
  reading_ = ends[0];
  writing_ = ends[1];
}

Pipe::~Pipe() {
  for (const int end : {reading_, writing_})
    if (end >= 0) ::close(end);
}

void Pipe::keep_reading() {
  ::close(writing_);
  writing_ = -1;
  ::fcntl(reading_, F_SETFL, O_NONBLOCK);
}

bool Pipe::drain(std::string& into) const {
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t taken = ::read(reading_, block.data(), block.size());
    if (taken == 0) return false;
    if (taken > 0) into.append(block.data(), static_cast<std::size_t>(taken));
    if (taken < 0 && errno != EINTR) return true;
  }
}

std::optional<Called> call(const Call& call) {
  std::vector<std::string> words = call.words, environment = environment_with(call.environment);
  Pipe pipe;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, pipe.writing(), STDOUT_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers(words).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return std::nullopt;
  core::require(error == 0,
                words.front() + " cannot be started (" + std::strerror(error) + ") try it by hand");
  std::string said = everything(pipe);
  return Called{code_of(child), std::move(said)};
}

} // namespace experiments
