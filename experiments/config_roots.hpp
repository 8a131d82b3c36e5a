#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

/// Where studies are looked for: configs/ below the working directory, then below the program's own source
/// tree.
std::vector<std::filesystem::path> config_roots();

/// The names of all studies below the roots, sorted: wang2008/table1.
std::vector<std::string> study_names();

} // namespace experiments
