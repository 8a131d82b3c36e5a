#pragma once
#include <optional>
#include <string>

#include "results/store/run_directory.hpp"

namespace experiments {

/// Takes the lock of a run directory, or of a part of it. Where another process holds it, tries again for so
/// many seconds, because a cluster may start a task anew while the one it gave up still commits. Throws as
/// results::RunLock does.
void take_lock(std::optional<results::RunLock>& lock, const results::RunDirectory& run,
               const std::string& part, double wait);

} // namespace experiments
