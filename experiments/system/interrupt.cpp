#include "experiments/system/interrupt.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <string_view>

namespace experiments {
namespace {

volatile std::sig_atomic_t received = 0;
volatile pid_t watcher = 0;                ///< the process that answers; its children keep silent
volatile std::sig_atomic_t over_a_bar = 0; ///< standard error is a terminal, whose line a bar may fill

/// A cell may go on for minutes. Whoever asked for the end hears now that it was heard.
void answer_interrupt() {
  constexpr std::string_view answer =
      "\nInterrupted. Cells under way are finished and stored first, Ctrl-C again ends at once. Repeat the "
      "command to go on.\n";
  const std::string_view words = answer.substr(over_a_bar != 0 ? 0 : 1);
  const int before = errno;
  // Where nobody reads standard error there is nobody to tell.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
  errno = before;
}

void on_signal(int signal) {
  if (received != 0 && signal == SIGINT) _exit(130);
  received = signal;
  if (signal == SIGINT && getpid() == watcher) answer_interrupt();
}

void handle(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaction(signal, &action, nullptr);
}

} // namespace

InterruptWatch::InterruptWatch() {
  received = 0;
  watcher = getpid();
  over_a_bar = isatty(STDERR_FILENO);
  handle(on_signal);
}

InterruptWatch::~InterruptWatch() {
  handle(SIG_DFL);
}

int InterruptWatch::signal() {
  return received;
}

int exit_code_of_signal(int signal) {
  return signal == SIGINT ? 130 : signal == SIGTERM ? 143 : 75;
}

} // namespace experiments
