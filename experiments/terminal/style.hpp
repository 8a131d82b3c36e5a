#pragma once
#include "results/format/render.hpp"

namespace experiments {

/// Colours where standard output is a terminal and NO_COLOR is not set.
results::Style terminal_style();

} // namespace experiments
