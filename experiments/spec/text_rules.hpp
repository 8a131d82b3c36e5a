#pragma once
#include <string>

#include "experiments/spec/problems.hpp"

namespace experiments {

/// Reports what no YAML reader should be asked to guess: bytes that are not UTF-8, control characters, tabs
/// in indentation. True if the text is free of them.
bool obeys_text_rules(const std::string& text, int source, Problems& problems);

} // namespace experiments
