#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace experiments {

/// Fewest insertions, deletions, substitutions and swaps of neighbours that turn a into b, no piece edited
/// twice (Damerau-Levenshtein distance, optimal string alignment). Cost |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The accepted word that was probably meant: the nearest one, if at most a third of the letters differ; the
/// part behind the last '/' of an accepted word counts as a spelling of it. Capitals do not matter. The first
/// of equals.
std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& accepted);

/// "a, b, c"; a long list ends with "... (n in all)".
std::string listed(const std::vector<std::string>& words);

/// "(accepted: a, b, c)", and " Did you mean 'b'?" where there is a close one, each with a blank before it.
std::string accepted_and_closest(const std::string& word, const std::vector<std::string>& accepted);

} // namespace experiments
