#include "experiments/cli/heartbeat.hpp"

#include <unistd.h>

#include <chrono>

#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"

namespace experiments::command_line {
namespace {

constexpr double first_line = 2, at_terminal = 5, in_a_log = 30, beat = 0.5; // seconds

PeriodicTask speaking(std::function<std::string(double)> line) {
  const auto begin = std::chrono::steady_clock::now();
  const double between = isatty(STDERR_FILENO) == 1 ? at_terminal : in_a_log;
  return {[line = std::move(line), begin, between, due = first_line]() mutable {
            const double passed = seconds_since(begin);
            if (passed < due) return;
            due = passed + between;
            log()->info("{}", line(passed));
          },
          std::chrono::duration<double>(beat)};
}

} // namespace

Heartbeat::Heartbeat(std::function<std::string(double seconds)> line) : tasks_({speaking(std::move(line))}) {
  tasks_.start([] {});
}

} // namespace experiments::command_line
