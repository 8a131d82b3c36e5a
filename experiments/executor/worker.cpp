#include "experiments/executor/worker.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "experiments/executor/child.hpp"
#include "experiments/perform.hpp"
#include "results/journal/line.hpp"

namespace experiments {
namespace {

constexpr std::size_t tail_length = 2048;

std::string reason(int status, bool timed_out, const CellLimits& limits) {
  if (timed_out)
    return fmt::format("took longer than the {} s a cell may take, and was ended", limits.seconds);
  if (!WIFSIGNALED(status)) return fmt::format("its process ended with exit code {}", WEXITSTATUS(status));
  return fmt::format("its process was ended by signal {} ({})", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
}

} // namespace

Worker::Worker(const Plan& plan, Group group, const CellLimits& limits)
    : plan_(plan), left_(std::move(group)), limits_(limits), cell_began_(std::chrono::steady_clock::now()) {
  process_ = ::fork();
  if (process_ < 0)
    throw std::runtime_error(std::string("no worker process can be started (") + std::strerror(errno) + ")");
  if (process_ == 0) {
    ::dup2(errors_.writing(), STDERR_FILENO);
    live(plan_, left_, limits_, records_.writing());
  }
  records_.keep_reading();
  errors_.keep_reading();
}

Worker::~Worker() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

bool Worker::read(std::vector<results::Record>& finished) {
  errors_.drain(stderr_tail_);
  if (stderr_tail_.size() > tail_length) stderr_tail_.erase(0, stderr_tail_.size() - tail_length);
  const bool open = records_.drain(unread_);
  take_lines(finished);
  return open;
}

void Worker::take_lines(std::vector<results::Record>& finished) {
  std::size_t start = 0;
  for (std::size_t end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n', start)) {
    const auto json = results::checked_json(std::string_view(unread_).substr(start, end - start));
    const auto record = json ? results::read_record(*json) : std::nullopt;
    if (!record) throw std::runtime_error("a worker process wrote what is no record of a cell");
    finished.push_back(*record);
    left_.cells.erase(left_.cells.begin());
    cell_began_ = std::chrono::steady_clock::now();
    start = end + 1;
  }
  unread_.erase(0, start);
}

void Worker::stop() {
  ::kill(process_, SIGTERM);
}

void Worker::enforce(std::chrono::steady_clock::time_point now) {
  if (limits_.seconds <= 0 || timed_out_ || left_.cells.empty()) return;
  if (std::chrono::duration<double>(now - cell_began_).count() <= limits_.seconds) return;
  timed_out_ = true;
  ::kill(process_, SIGKILL);
}

std::optional<results::Record> Worker::death() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = 0;
  if (left_.cells.empty() || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return std::nullopt;
  const Cell& cell = left_.cells.front();
  results::Record record = failed({plan_.keys[static_cast<std::size_t>(cell.setting)], cell.replicate},
                                  "process", reason(status, timed_out_, limits_));
  record.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  record.stderr_tail = stderr_tail_;
  left_.cells.erase(left_.cells.begin());
  return record;
}

} // namespace experiments
