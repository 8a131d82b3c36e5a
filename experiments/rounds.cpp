#include "experiments/rounds.hpp"

#include <utility>

namespace experiments {

Rounds::Rounds(Duty sync, Duty publish) : sync_(std::move(sync)), publish_(std::move(publish)) {}

void Rounds::make() {
  const auto now = Clock::now();
  const bool publishes = now - published_ >= publish_.every;
  if (publishes || now - synced_ >= sync_.every) {
    sync_.act();
    synced_ = now;
  }
  if (!publishes) return;
  publish_.act();
  published_ = Clock::now();
}

} // namespace experiments
