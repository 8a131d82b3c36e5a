#pragma once
#include <string>
#include <string_view>
#include <vector>

// Texts of any characters as single words of a script, so that a path with blanks or quotes stays one path.
namespace experiments {

/// One word of a POSIX shell: as it is where nothing in it means something to the shell, else in single
/// quotes.
std::string shell_word(std::string_view text);

/// The words with blanks between them.
std::string shell_words(const std::vector<std::string>& texts);

/// One word of a `#SBATCH` line, whose reader knows quotes and, unlike a shell, backslashes within any of
/// them. Throws UserError for a line break, which no such line can hold.
std::string directive_word(std::string_view text);

/// A path in `#SBATCH --output`, where Slurm expands %a and its like: every % is doubled. Throws UserError
/// for a backslash as well, which turns the expansion off.
std::string log_path(std::string_view path);

} // namespace experiments
