#pragma once
#include <spdlog/logger.h>

#include <memory>

namespace experiments {

/// The program's voice beside its results: standard error, coloured on a terminal unless NO_COLOR is set.
std::shared_ptr<spdlog::logger> log();

} // namespace experiments
