#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

/// The names of the configs below a folder, sorted: wang2008/table1 for wang2008/table1.yaml.
std::vector<std::string> config_names(const std::filesystem::path& root);

/// The file that is meant: an existing path, or the name of a study below one of the roots (the first that
/// has it). Throws UserError with the nearest name there is.
std::filesystem::path find_config(const std::string& name_or_path,
                                  const std::vector<std::filesystem::path>& roots);

/// The name of the study in a file: its path below the innermost folder called configs, or else its file
/// name, without the extension.
std::string study_name(const std::filesystem::path& file);

} // namespace experiments
