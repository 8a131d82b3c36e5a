#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace experiments::command_line {

/// What is said of words that a verb does not take: the first of them, why it is none, and what to type. An
/// option of other programs is answered by what does the same here, and a setting with dashes by itself.
std::string said_of_unknown_words(const CLI::App& app);

/// What is said of words that do not go together, or of a value that an option does not take: the problem as
/// CLI11 has it, as a sentence, and where to read on. `words` are those of the command line.
std::string said_of_wrong_words(const CLI::App& app, const std::string& problem,
                                const std::vector<std::string>& words);

} // namespace experiments::command_line
