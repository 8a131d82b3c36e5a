#include "experiments/schedule.hpp"

#include <omp.h>

namespace experiments {

void schedule(const std::vector<Group>& groups, int threads, const std::function<void(const Group&)>& work,
              const std::function<bool(const Group& next)>& stop) {
  const auto count = static_cast<std::int64_t>(groups.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) {
    const Group& group = groups[static_cast<std::size_t>(i)];
    if (!stop(group)) work(group);
  }
}

int default_threads() {
  return omp_get_num_procs();
}

} // namespace experiments
