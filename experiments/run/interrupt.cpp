#include "experiments/run/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace experiments {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int signal) {
  if (received != 0 && signal == SIGINT) _exit(130);
  received = signal;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaction(signal, &action, nullptr);
}

} // namespace

InterruptWatch::InterruptWatch() {
  received = 0;
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
