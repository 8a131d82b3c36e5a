#pragma once
#include <chrono>

#include "experiments/publisher.hpp"

namespace experiments {

/// The duties of a Publisher for an executor that forks, and so cannot have other threads beside it: a child
/// has no threads but inherits the locks that they hold. Does on call whatever is due; the journal is synced
/// before a snapshot, during which nothing is added to it.
class Rounds {
 public:
  Rounds(Duty sync, Duty publish);
  void make();

 private:
  using Clock = std::chrono::steady_clock;

  Duty sync_, publish_;
  Clock::time_point synced_ = Clock::now(), published_ = synced_;
};

} // namespace experiments
