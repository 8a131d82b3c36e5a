#include "tests/reproducibility/program.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace reproducibility {
namespace {

int code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Returns once the program is running: signals sent from then on are its own.
pid_t spawn(const Words& words, int out, int err) {
  std::vector<char*> arguments{const_cast<char*>(MARGINLAB_PROGRAM)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
  pid_t process = 0;
  const int problem = posix_spawn(&process, MARGINLAB_PROGRAM, &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (problem != 0) throw std::runtime_error("the program cannot be started");
  return process;
}

std::string text_in(int descriptor) {
  std::string text;
  std::array<char, 4096> block{};
  ssize_t got = 0;
  while ((got = pread(descriptor, block.data(), block.size(), static_cast<off_t>(text.size()))) > 0)
    text.append(block.data(), static_cast<std::size_t>(got));
  return text;
}

} // namespace

Program::Program(const Words& words)
    : out_(memfd_create("out", MFD_CLOEXEC)),
      err_(memfd_create("err", MFD_CLOEXEC)),
      process_(spawn(words, out_, err_)) {}

Program::~Program() {
  if (!has_ended_) signalled(SIGKILL);
  close(out_);
  close(err_);
}

bool Program::runs() {
  int status = 0;
  if (!has_ended_ && waitpid(process_, &status, WNOHANG) == process_) {
    has_ended_ = true;
    answer_ = code_of(status);
  }
  return !has_ended_;
}

void Program::signal(int signal) const {
  if (!has_ended_) kill(process_, signal);
}

void Program::signal_threads(int signal) const {
  const std::filesystem::path tasks = "/proc/" + std::to_string(process_) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks))
    syscall(SYS_tgkill, process_, std::stoi(task.path().filename().string()), signal);
}

bool Program::halted() {
  if (!runs()) return false;
  signal(SIGSTOP);
  int status = 0;
  waitpid(process_, &status, WUNTRACED);
  if (WIFSTOPPED(status)) return true;
  has_ended_ = true;
  answer_ = code_of(status);
  return false;
}

int Program::ended() {
  int status = 0;
  if (!has_ended_ && waitpid(process_, &status, 0) == process_) answer_ = code_of(status);
  has_ended_ = true;
  return answer_;
}

int Program::signalled(int signal) {
  this->signal(signal);
  return ended();
}

std::string Program::said() const {
  return text_in(err_);
}

std::string Program::printed() const {
  return text_in(out_);
}

Answer answer_to(const Words& words) {
  Program program(words);
  const int code = program.ended();
  return {code, program.said(), program.printed()};
}

Words run_of(const std::filesystem::path& config, const std::filesystem::path& directory, const Words& more) {
  Words words{"run", config, "--out", directory, "--threads", "2"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string python_with_numpy() {
  for (const char* interpreter : {"python3", "/usr/bin/python3"})
    if (std::system((std::string(interpreter) + " -c 'import numpy' >/dev/null 2>&1").c_str()) == 0)
      return interpreter;
  return "";
}

} // namespace reproducibility
