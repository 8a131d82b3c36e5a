#include "experiments/run/processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <deque>
#include <exception>
#include <list>
#include <stdexcept>
#include <string_view>

#include "experiments/run/compute.hpp"
#include "experiments/system/interrupt.hpp"
#include "experiments/system/subprocess.hpp"
#include "results/store/file.hpp"
#include "results/store/journal_line.hpp"

namespace experiments {
namespace {

constexpr int look_interval = 50; // milliseconds between looks at the limits and at stop()

void limit(int resource, rlim_t soft) {
  rlimit both{};
  getrlimit(static_cast<__rlimit_resource>(resource), &both);
  both.rlim_cur = std::min(soft, both.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// Processor time is limited for the cell that comes next, counted from what the process has used.
void limit_next_cell(const CellLimits& limits) {
  if (limits.seconds <= 0) return;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double seconds =
      static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + limits.seconds;
  limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(seconds)));
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) _exit(1); // the parent is gone
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

constexpr std::size_t tail_length = 2048;

std::string reason(int status, bool timed_out, const CellLimits& limits) {
  if (timed_out)
    return fmt::format("took longer than the {} s a cell may take, and was ended", limits.seconds);
  if (!WIFSIGNALED(status)) return fmt::format("its process ended with exit code {}", WEXITSTATUS(status));
  return fmt::format("its process was ended by signal {} ({})", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
}

/// The parent's answer to a cell that failed: whether another one may begin.
bool may_go_on(int answers) {
  char answer = 0;
  while (::read(answers, &answer, 1) < 0 && errno == EINTR)
    if (InterruptWatch::signal() != 0) return false;
  return answer == 'y';
}

/// Descriptors of a child: where it writes records, and reads answers.
struct ChildEnds {
  int records, answers;
};

/// What a forked child does with its life: limits itself, computes the group, writes each finished cell's
/// line to its parent and ends the process. SIGTERM and SIGINT end it after the cell it is at;
/// after a cell that failed it waits for an answer, because nobody but the parent counts failures.
[[noreturn]] void child_main(const Plan& plan, const Group& group, const CellLimits& limits,
                             const ChildEnds& ends) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  if (limits.bytes > 0) limit(RLIMIT_AS, limits.bytes);
  const InterruptWatch watch;
  bool goes_on = true;
  try {
    limit_next_cell(limits);
    compute(
        plan, group,
        [&](const results::Record& record) {
          write_all(ends.records, results::journal_line(record));
          if (record.outcome == results::Outcome::failed) goes_on = may_go_on(ends.answers);
          limit_next_cell(limits);
        },
        [&](const Cell&) { return !goes_on || InterruptWatch::signal() != 0; });
  } catch (const std::exception& error) {
    write_all(STDERR_FILENO, error.what());
    _exit(1);
  }
  _exit(0);
}

/// A forked process at work on a group, seen from its parent.
class Worker {
 public:
  /// Forks. The child writes a line of the journal for each cell it has finished.
  Worker(const Plan& plan, Group group, const CellLimits& limits);
  /// Kills and reaps what still runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int records_descriptor() const { return records_.reading(); }
  int errors_descriptor() const { return errors_.reading(); }

  /// Takes in what the child has written; the cells finished since the last call. False once it has ended.
  bool read(std::vector<results::Record>& finished);

  /// The cells it has not finished.
  const Group& left() const { return left_; }

  /// Answers a child that waits because a cell of its failed.
  void answer(bool may_go_on) const { write_all(answers_.writing(), may_go_on ? "y" : "n"); }

  /// Asks the child to end after the cell it is at.
  void stop();

  /// Ends a child whose cell has taken longer than it may.
  void enforce(std::chrono::steady_clock::time_point now);

  /// Ends the child at once; the cell it is at is not finished, and not failed.
  void give_up();

  /// Reaps the ended child. The record of the cell it died at; nothing if it ended by itself, even if cells
  /// are left: it was asked to, by us or by a signal of another's.
  std::optional<results::Record> death();

 private:
  void take_lines(std::vector<results::Record>& finished);

  const Plan& plan_;
  Group left_;
  CellLimits limits_;
  pid_t process_ = 0;
  Pipe records_, errors_, answers_;
  std::string unread_, stderr_tail_;
  std::chrono::steady_clock::time_point cell_began_;
  bool timed_out_ = false, is_stopped_ = false, is_given_up_ = false;
};

Worker::Worker(const Plan& plan, Group group, const CellLimits& limits)
    : plan_(plan), left_(std::move(group)), limits_(limits), cell_began_(std::chrono::steady_clock::now()) {
  process_ = ::fork();
  if (process_ < 0)
    throw results::OutOfResources(
        std::string("no worker process can be started (") + std::strerror(errno) +
        ") give it room (ulimit -u, ulimit -v) or fewer --threads, and run the same command "
        "again; nothing stored is lost");
  if (process_ == 0) {
    ::dup2(errors_.writing(), STDERR_FILENO);
    child_main(plan_, left_, limits_, {records_.writing(), answers_.reading()});
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
  // In this order: once the records end the process has, and its last words are all there.
  const bool open = records_.drain(unread_);
  errors_.drain(stderr_tail_);
  if (stderr_tail_.size() > tail_length) stderr_tail_.erase(0, stderr_tail_.size() - tail_length);
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
  if (!is_stopped_) ::kill(process_, SIGTERM);
  is_stopped_ = true;
}

void Worker::give_up() {
  is_given_up_ = true;
  ::kill(process_, SIGKILL);
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
  if (is_given_up_) left_.cells.clear();
  if (left_.cells.empty() || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return std::nullopt;
  const Cell& cell = left_.cells.front();
  results::Record record = failed({plan_.keys[static_cast<std::size_t>(cell.setting)], cell.replicate},
                                  "process", reason(status, timed_out_, limits_));
  record.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  record.stderr_tail = stderr_tail_;
  left_.cells.erase(left_.cells.begin());
  return record;
}

/// The groups that wait and the workers that run.
class Pool {
 public:
  Pool(const Computation& computation, int count, const CellLimits& limits)
      : computation_(computation),
        count_(static_cast<std::size_t>(count)),
        limits_(limits),
        waiting_(computation.groups.begin(), computation.groups.end()) {}

  void run() {
    while (start() || !workers_.empty()) {
      wait();
      if (computation_.poll) computation_.poll();
      workers_.remove_if([this](Worker& worker) { return !attend(worker); });
    }
  }

 private:
  /// Begins what there is room for. Whether any worker runs.
  bool start() {
    while (workers_.size() < count_ && !waiting_.empty()) {
      Group& next = waiting_.front();
      std::erase_if(next.cells, computation_.stop);
      if (!next.cells.empty() && !begin(next)) break;
      waiting_.pop_front();
    }
    return !workers_.empty();
  }

  /// False where the system has no room for another process, and there are some to wait for.
  bool begin(const Group& group) {
    try {
      workers_.emplace_back(computation_.plan, group, limits_);
      return true;
    } catch (const results::OutOfResources&) {
      if (workers_.empty()) throw;
      return false;
    }
  }

  void wait() const {
    std::vector<pollfd> ends;
    for (const Worker& worker : workers_) {
      ends.push_back({worker.records_descriptor(), POLLIN, 0});
      ends.push_back({worker.errors_descriptor(), POLLIN, 0});
    }
    ::poll(ends.data(), ends.size(), look_interval);
  }

  bool is_to_stop(const Worker& worker) const {
    return !worker.left().cells.empty() && computation_.stop(worker.left().cells.front());
  }

  /// Hears a worker out; false once it has ended.
  bool attend(Worker& worker) {
    std::vector<results::Record> finished;
    const bool alive = worker.read(finished);
    for (const results::Record& record : finished) {
      computation_.finish(record);
      if (record.outcome == results::Outcome::failed) worker.answer(!is_to_stop(worker));
    }
    if (alive) {
      worker.enforce(std::chrono::steady_clock::now());
      const std::vector<Cell>& cells = worker.left().cells; // it is at the first of them
      if (cells.size() > 1 && computation_.stop(cells[1])) worker.stop();
      if (computation_.gives_up()) worker.give_up();
      return true;
    }
    const auto dead = worker.death();
    if (dead) computation_.finish(*dead);
    if (!worker.left().cells.empty()) waiting_.push_front(worker.left());
    return false;
  }

  const Computation& computation_;
  std::size_t count_;
  const CellLimits& limits_;
  std::deque<Group> waiting_;
  std::list<Worker> workers_;
};

} // namespace

void Processes::execute(const Computation& computation) {
  Pool(computation, count_, limits_).run();
}

} // namespace experiments
