#pragma once
#include <optional>
#include <string>

#include "experiments/spec/problems.hpp"

namespace experiments {

/// Reads one YAML document into a tree. Aliases are copied out, so that a node may stand in the tree several
/// times with the place of its anchor. Refused, because no config needs them and each can surprise: tags, a
/// second document, lists as keys, more than 100 levels, more than 100 000 nodes or 8 MiB of text after
/// copying, a quote that never closes. nullopt: not readable; the reason is in `problems`. An empty text
/// gives Shape::nothing.
std::optional<Node> parse_yaml(const std::string& text, int source, Problems& problems);

/// The tree as block-style YAML. Reading it again gives the same tree except for the places.
std::string to_yaml(const Node& node);

} // namespace experiments
