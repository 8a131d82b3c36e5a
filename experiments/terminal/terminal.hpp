#pragma once
#include <spdlog/logger.h>

#include <memory>

#include "results/format/render.hpp"

namespace experiments {

/// The program's voice beside its results: standard error, coloured on a terminal unless NO_COLOR is set.
std::shared_ptr<spdlog::logger> log();

/// Colours where standard output is a terminal and NO_COLOR is not set.
results::Style terminal_style();

} // namespace experiments
