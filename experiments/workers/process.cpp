#include "experiments/workers/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "core/contract.hpp"
#include "experiments/workers/libraries.hpp"
#include "results/store/file.hpp"

namespace experiments::workers {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kept_of_prints = 2048; // bytes
constexpr int look_interval = 100;           // milliseconds between looks at whether it still runs
constexpr auto time_to_end = std::chrono::seconds(1);
constexpr auto between_looks = std::chrono::milliseconds(2);
constexpr int blocks_at_a_time = 256;
constexpr int requests_of_worker = 3, replies_of_worker = 4, above_them = 10;

struct Ends {
  int reading = -1, writing = -1;
};

Ends pipe_ends() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw results::OutOfResources(std::string("No pipe to a worker can be made (") + std::strerror(errno) +
                                  "). " + results::remedy(errno));
  return {ends[0], ends[1]};
}

/// One thread of arithmetic, no randomness of hashes, no files beside the user's, one language and zone.
std::map<std::string, std::string> environment_of_workers() {
  std::map<std::string, std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    out[text.substr(0, text.find('='))] = text.substr(std::min(text.size(), text.find('=') + 1));
  }
  for (const char* library : {"OMP", "OPENBLAS", "MKL", "BLIS"})
    out[std::string(library) + "_NUM_THREADS"] = "1";
  out.erase("GLIBC_TUNABLES"); // by which certify asks what our own numbers are on another processor
  out["PYTHONHASHSEED"] = "0";
  out["PYTHONDONTWRITEBYTECODE"] = "1";
  out["LC_ALL"] = "C.UTF-8";
  out["TZ"] = "UTC";
  out["MARGINLAB_PROTOCOL"] = "1";
  out["MARGINLAB_REQUESTS"] = std::to_string(requests_of_worker);
  out["MARGINLAB_REPLIES"] = std::to_string(replies_of_worker);
  add_libraries(out);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// What a child is to become, made before the fork: after it only system calls are safe.
struct Launch {
  std::string program, folder;
  std::vector<char*> words, environment;
  int requests, replies, prints;
  std::uint64_t memory;
  pid_t parent;
};

void set_soft_limit(int resource, rlim_t soft) {
  rlimit both{};
  getrlimit(static_cast<__rlimit_resource>(resource), &both);
  both.rlim_cur = std::min(soft, both.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

[[noreturn]] void complain(std::string_view sentence) {
  if (::write(STDERR_FILENO, sentence.data(), sentence.size()) < 0) _exit(126);
  _exit(127);
}

/// The worker has none of our own descriptors: all are closed when it begins but those that are moved here.
[[noreturn]] void become(const Launch& launch) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(1);
  setpgid(0, 0);
  const int requests = fcntl(launch.requests, F_DUPFD_CLOEXEC, above_them),
            replies = fcntl(launch.replies, F_DUPFD_CLOEXEC, above_them),
            prints = fcntl(launch.prints, F_DUPFD_CLOEXEC, above_them),
            nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(prints, STDOUT_FILENO);
  dup2(prints, STDERR_FILENO);
  dup2(requests, requests_of_worker);
  dup2(replies, replies_of_worker);
  ::close_range(replies_of_worker + 1, ~0U, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  set_soft_limit(RLIMIT_CORE, 0);
  set_soft_limit(RLIMIT_CPU, RLIM_INFINITY);
  if (launch.memory > 0) set_soft_limit(RLIMIT_AS, launch.memory);
  if (chdir(launch.folder.c_str()) != 0) complain("The folder of the config cannot be entered.\n");
  execve(launch.program.c_str(), launch.words.data(), launch.environment.data());
  complain("The program cannot be executed.\n");
}

/// A write to a worker that has ended must not end us: its signal is held back, and taken away.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipe() {
    const timespec at_once{};
    const int error = errno;
    if (sigismember(&before_, SIGPIPE) == 0)
      while (sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  sigset_t pipe_{}, before_{};
};

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

fs::path program_of(const Command& command) {
  const std::string& name = command.words.front();
  if (name.find('/') != std::string::npos) {
    const fs::path path = fs::absolute(command.folder / name);
    core::require(is_program(path),
                  "command: '" + name + "' is no program (there is no such file in " +
                      command.folder.string() + ", or it may not be executed). Correct the path",
                  {"command"});
    return path;
  }
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (fs::path candidate = fs::path(folder) / name; !folder.empty() && is_program(candidate))
      return fs::absolute(candidate);
  }
  throw core::UserError(
      "command: no program '" + name + "' is installed (PATH has none). " +
          (name.find(' ') != std::string::npos ? "Write each word as an item of its own: [python3, my.py]"
                                               : "Install it, or give its path"),
      {"command"});
}

Process::Process(const Command& command) : command_(command), owner_(getpid()) {
  start(program_of(command));
}

void Process::start(const fs::path& program) {
  std::vector<std::string> words = command_.words, environment;
  for (const auto& [name, value] : environment_of_workers()) environment.push_back(name + "=" + value);
  const Ends to = pipe_ends(), from = pipe_ends(), prints = pipe_ends();
  const Launch launch{program.string(),
                      command_.folder.string(),
                      pointers(words),
                      pointers(environment),
                      to.reading,
                      from.writing,
                      prints.writing,
                      command_.memory,
                      owner_};
  process_ = ::fork();
  if (process_ == 0) become(launch);
  const int error = errno;
  for (const int end : {to.reading, from.writing, prints.writing}) ::close(end);
  requests_ = to.writing;
  replies_ = from.reading;
  prints_ = prints.reading;
  for (const int end : {requests_, replies_, prints_}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  if (process_ > 0) return;
  end();
  throw results::OutOfResources(std::string("No worker can be started (") + std::strerror(error) + "). " +
                                results::remedy(error) +
                                " Run the same command again; nothing stored is lost");
}

Process::~Process() {
  end();
}

/// It is waited for in `end` alone, so that until then its number, and its group's, is nobody else's.
bool Process::has_ended() {
  siginfo_t info{};
  const int answer = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
  return answer < 0 || info.si_pid == process_;
}

bool Process::runs() {
  return owner_ == getpid() && requests_ >= 0 && !has_ended();
}

void Process::end() {
  if (requests_ >= 0) ::close(requests_);
  if (owner_ == getpid() && process_ > 0) {
    const auto begun = Clock::now();
    while (!has_ended() && Clock::now() - begun < time_to_end) std::this_thread::sleep_for(between_looks);
    is_killed_ = !has_ended();
    ::kill(-process_, SIGKILL); // what it has started, too
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
    process_ = 0;
    listen();
  }
  for (const int end : {replies_, prints_})
    if (end >= 0) ::close(end);
  requests_ = replies_ = prints_ = -1;
}

std::string Process::how_it_ended() const {
  if (is_killed_) return "closed its replies";
  if (WIFSIGNALED(status_))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status_), strsignal(WTERMSIG(status_)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
}

void Process::fail(const std::string& what) {
  end();
  const int signal = what.empty() && !is_killed_ && WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
  throw Failure("The worker " + (what.empty() ? how_it_ended() + " before it answered" : what) + ".",
                printed_, signal);
}

void Process::listen() {
  std::array<char, 65536> block{};
  ssize_t taken = 0;
  while ((taken = ::read(prints_, block.data(), block.size())) > 0) {
    printed_.append(block.data(), static_cast<std::size_t>(taken));
    if (printed_.size() > kept_of_prints) printed_.erase(0, printed_.size() - kept_of_prints);
  }
}

void Process::send(std::string_view& left) {
  const NoBrokenPipe guard;
  const ssize_t written = ::write(requests_, left.data(), left.size());
  if (written > 0) left.remove_prefix(static_cast<std::size_t>(written));
  if (written < 0 && errno == EPIPE) left = {}; // whether it answers all the same, the replies say
}

bool Process::receive() {
  std::array<char, 65536> block{};
  for (int blocks = 0; blocks < blocks_at_a_time; ++blocks) {
    const ssize_t taken = ::read(replies_, block.data(), block.size());
    if (taken == 0) return false;
    if (taken < 0) return true;
    reader_.append(block.data(), static_cast<std::size_t>(taken));
  }
  return true;
}

Message Process::exchange(const std::string& bytes) {
  if (!bytes.empty()) { // what it prints before it speaks first belongs to that
    listen();
    printed_.clear();
  }
  std::string_view left = bytes;
  const auto begun = Clock::now();
  while (true) {
    const double rest = command_.limit - std::chrono::duration<double>(Clock::now() - begun).count();
    if (rest <= 0) fail(fmt::format("took longer than its limit of {} s", command_.limit));
    std::array<pollfd, 3> ends{
        {{replies_, POLLIN, 0}, {prints_, POLLIN, 0}, {left.empty() ? -1 : requests_, POLLOUT, 0}}};
    ::poll(ends.data(), ends.size(),
           std::min(look_interval, static_cast<int>(std::min(rest, 1.0) * 1000) + 1));
    // Asked before its replies are read: an answer that it gave before it ended counts. A child of its own
    // may hold the pipes open for as long as it likes.
    const bool is_gone = has_ended();
    listen();
    if (ends[2].revents != 0) send(left);
    const bool is_open = receive();
    try {
      if (auto message = reader_.next()) {
        listen(); // what was printed before the answer belongs to it
        return std::move(*message);
      }
    } catch (const FramingError& error) {
      fail("said what is no message: " + std::string(error.what()));
    }
    if (!is_open || is_gone) fail("");
  }
}

} // namespace experiments::workers
