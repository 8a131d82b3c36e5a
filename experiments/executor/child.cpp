#include "experiments/executor/child.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <exception>
#include <string_view>

#include "experiments/compute_group.hpp"
#include "experiments/interrupt.hpp"
#include "results/journal/line.hpp"

namespace experiments {
namespace {

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

} // namespace

void live(const Plan& plan, const Group& group, const CellLimits& limits, int records) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  if (limits.bytes > 0) limit(RLIMIT_AS, limits.bytes);
  const InterruptWatch watch;
  try {
    limit_next_cell(limits);
    compute(
        plan, group,
        [&](const results::Record& record) {
          write_all(records, results::journal_line(record));
          limit_next_cell(limits);
        },
        [](const Cell&) { return InterruptWatch::signal() != 0; });
  } catch (const std::exception& error) {
    write_all(STDERR_FILENO, error.what());
    _exit(1);
  }
  _exit(0);
}

} // namespace experiments
