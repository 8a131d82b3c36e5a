#pragma once
#include "experiments/spec/problems.hpp"

namespace experiments {

/// Reports keys that stand twice in one map and merge keys (<<), and leaves a tree without either: the first
/// of the duplicates, and the merged keys where the map does not have them, so that reading goes on as the
/// writer meant.
void keep_tree_rules(Node& node, Problems& problems);

} // namespace experiments
