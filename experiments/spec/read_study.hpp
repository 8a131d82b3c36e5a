#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/spec/spec_errors.hpp"
#include "experiments/study.hpp"

namespace experiments {

/// Reads a study from a YAML file (grammar: configs/README.md), applies key=value overrides (see
/// experiments/spec/overrides.hpp), checks everything against the catalogue and fills in every default.
/// Throws SpecErrors that lists all mistakes of the file, of the files it names and of the overrides.
Study read_study(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                 const Catalogue& catalogue);

} // namespace experiments
