#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// Where studies are looked for: configs/ below the working directory, then below the program's own source
/// tree.
std::vector<std::filesystem::path> config_roots();

/// The names of all studies below these folders, sorted, each once: wang2008/table1 for wang2008/table1.yaml.
std::vector<std::string> study_names(const std::vector<std::filesystem::path>& roots);

/// The file that is meant: an existing path, or the name of a study below one of the roots (the first that
/// has it). Throws UserError with the nearest name there is.
std::filesystem::path find_config(const std::string& name_or_path,
                                  const std::vector<std::filesystem::path>& roots);

/// The name of the study in a file: its path below the innermost folder called configs, or else its file
/// name, without the extension.
std::string study_name(const std::filesystem::path& file);

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
