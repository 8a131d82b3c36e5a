#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"
#include "experiments/study.hpp"

namespace experiments {

/// Applies key=value settings of the command line to a config, in their order. The value is YAML. The key is
///   a dotted path: map keys, and list elements by 0-based index, name or catalogue id
///   (methods.bracket.intervals), or a bare parameter such as `intervals`: it is set in every block whose
///   catalogue entry has it, provided that only one kind of block does.
/// Reports malformed settings and paths that lead nowhere.
void apply_overrides(Node& root, const std::vector<std::string>& overrides, const Catalogue& catalogue,
                     Problems& problems);

} // namespace experiments
