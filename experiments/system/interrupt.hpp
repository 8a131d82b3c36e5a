#pragma once

namespace experiments {

/// Watches SIGINT, SIGTERM and SIGUSR1 while it lives. The first of them asks for a stop: no further work
/// begins, what is finished is committed. SIGINT is answered at once with one line on how to go on. A second
/// SIGINT ends the process at once, which the journal survives.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// The signal that asked for a stop, 0 while none did.
  static int signal();
};

/// 130 for SIGINT, 143 for SIGTERM, 75 (interrupted, resumable) for SIGUSR1.
int exit_code_of_signal(int signal);

} // namespace experiments
