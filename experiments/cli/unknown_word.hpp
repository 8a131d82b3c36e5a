#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace experiments::command_line {

/// What is said of words that a verb does not take: the first of them, why it is none, and what to type. An
/// option of other programs is answered by what does the same here, and a setting with dashes by itself.
std::string said_of_unknown_words(const CLI::App& app);

} // namespace experiments::command_line
