#include "experiments/run/lock.hpp"

#include <chrono>
#include <thread>

#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"

namespace experiments {

void take_lock(std::optional<results::RunLock>& lock, const results::RunDirectory& run,
               const std::string& part, double wait) {
  constexpr auto between_tries = std::chrono::milliseconds(200);
  const auto begun = std::chrono::steady_clock::now();
  for (bool is_first = true;; is_first = false) {
    try {
      lock.emplace(run, part);
      return;
    } catch (const results::InUse& refusal) {
      if (seconds_since(begun) >= wait) throw;
      if (is_first) log()->info("{}; waiting for it, {} at most", refusal.what(), duration_text(wait));
    }
    std::this_thread::sleep_for(between_tries);
  }
}

} // namespace experiments
