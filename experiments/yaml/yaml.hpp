#pragma once
#include <optional>
#include <string>

#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// Reads one YAML document into a tree. Aliases are copied out, so that a node may stand in the tree several
/// times with the place of its anchor. Refused, because no config needs them and each can surprise: tags, a
/// second document, lists as keys, more than 100 levels, more than 100 000 nodes or 8 MiB of text after
/// copying, a quote that never closes. nullopt: not readable; the reason is in `problems`. An empty text
/// gives Shape::nothing.
std::optional<Node> parse_yaml(const std::string& text, int source, Problems& problems);

/// The tree as block-style YAML. Reading it again gives the same tree except for the places.
std::string to_yaml(const Node& node);

/// Reports keys that stand twice in one map and merge keys (<<), and leaves a tree without either: the first
/// of the duplicates, and the merged keys where the map does not have them, so that reading goes on as the
/// writer meant.
void keep_tree_rules(Node& node, Problems& problems);

/// Reports what no YAML reader should be asked to guess: bytes that are not UTF-8, control characters, tabs
/// in indentation. True if the text is free of them.
bool obeys_text_rules(const std::string& text, int source, Problems& problems);

} // namespace experiments
