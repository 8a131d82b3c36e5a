#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "experiments/spec/problems.hpp"

namespace experiments {

/// Reads a text as a map of keys and keeps the rules of text and tree; reports what is wrong. nullopt:
/// nothing usable.
std::optional<Node> read_tree(const std::string& text, int source, Problems& problems);

struct Extended {
  Node root;
  bool complete =
      true; ///< false: the other file could not be read, so keys may be missing through no fault of here
};

/// `extends: other.yaml` resolved: the top-level keys of the other file, replaced by those of this one.
/// Relative paths of the other file are rewritten to be relative to this one. Reports a chain: the other file
/// must not extend a third.
Extended with_extension(Node root, const std::filesystem::path& file, Problems& problems);

} // namespace experiments
