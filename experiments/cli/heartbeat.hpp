#pragma once
#include <functional>
#include <string>

#include "experiments/system/periodic_task.hpp"

namespace experiments::command_line {

/// Says on standard error how far something is that takes long: after two seconds, then every five at a
/// terminal and every thirty elsewhere, where each line stays. It speaks from a thread of its own, so that
/// nothing that computes can keep it silent. The destructor ends it.
class Heartbeat {
 public:
  /// `line` is asked from that thread what there is to say so many seconds after the beginning.
  explicit Heartbeat(std::function<std::string(double seconds)> line);

 private:
  PeriodicTasks tasks_;
};

} // namespace experiments::command_line
