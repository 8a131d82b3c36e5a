#pragma once
#include <fmt/format.h>
#include <spdlog/logger.h>

#include <memory>
#include <utility>

#include "results/format/render.hpp"
#include "results/record/printable.hpp"

namespace experiments {

/// The program's voice beside its results: standard error, coloured on a terminal unless NO_COLOR is set. No
/// name in a sentence steers the terminal.
std::shared_ptr<spdlog::logger> log();

/// Prints on standard output as fmt::print does, but that no name in the text steers the terminal.
template <class... Values>
void print_text(fmt::format_string<Values...> format, Values&&... values) {
  fmt::print("{}", results::printable_lines(fmt::format(format, std::forward<Values>(values)...)));
}

/// Colours where standard output is a terminal and NO_COLOR is not set.
results::Style terminal_style();

} // namespace experiments
