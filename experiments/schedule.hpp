#pragma once
#include <functional>

#include "experiments/plan.hpp"

namespace experiments {

/// Runs work(group) for every group on this many threads, in the order given, each group on one thread.
/// Before a group begins stop(next) is asked; once it says yes no further group begins. work must not throw.
void schedule(const std::vector<Group>& groups, int threads, const std::function<void(const Group&)>& work,
              const std::function<bool(const Group& next)>& stop);

/// The number of threads to use where none is asked for: the processors this process may run on.
int default_threads();

} // namespace experiments
