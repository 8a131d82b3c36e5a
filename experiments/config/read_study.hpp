#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// Reads a study from a YAML file (grammar: configs/README.md), applies key=value overrides (see
/// experiments/config/overrides.hpp), checks everything against the catalogue and fills in every default; its
/// plan is empty. Throws SpecErrors that lists all mistakes of the file, of the files it names and of the
/// overrides.
Study read_study(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                 const Catalogue& catalogue);

/// A block that joins the methods of a config from another file.
struct AddedMethod {
  std::string file; ///< for messages
  std::string yaml; ///< one map
};

/// A study ready to be computed: a path or a study's name, read with the program's own catalogue, and
/// planned.
Study read_study(const std::string& config, const std::vector<std::string>& overrides,
                 const std::vector<AddedMethod>& added = {});

/// The study with every default filled in as JSON with sorted keys: what will be computed and how it is
/// arranged. Two configs that mean the same give the same text.
std::string resolved_json(const Study& study);

} // namespace experiments
