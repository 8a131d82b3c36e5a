#pragma once
#include <fmt/format.h>
#include <spdlog/logger.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "results/format/style.hpp"
#include "results/record/printable.hpp"

namespace experiments {

/// The program's voice beside its results: standard error, coloured on a terminal unless NO_COLOR is set. No
/// name in a sentence steers the terminal.
std::shared_ptr<spdlog::logger> log();

/// What is done before each message from now on, such as leaving a drawing alone; nothing where it is empty.
/// Once this returns, what was asked for before is not being done any more.
void before_messages(std::function<void()> act);

/// How wide tables are on a terminal, whatever its width.
inline constexpr std::size_t narrowest_table = 40, widest_table = 200;

/// Prints on standard output as fmt::print does, but that no name in the text steers the terminal.
template <class... Values>
void print_text(fmt::format_string<Values...> format, Values&&... values) {
  fmt::print("{}", results::printable_lines(fmt::format(format, std::forward<Values>(values)...)));
}

/// Colours where standard output is a terminal and NO_COLOR is not set. As wide as COLUMNS says, else as the
/// terminal is, else 80; at least 40 and at most 200.
results::Style terminal_style();

/// Prints the text on standard output: through a pager where that is a terminal and `paged`, else as it is.
/// The pager is PAGER, run by the shell; without it `less -FRX`, which leaves a text that fits the screen
/// there. An empty PAGER, or no less, is none.
void show(const std::string& text, bool paged);

} // namespace experiments
