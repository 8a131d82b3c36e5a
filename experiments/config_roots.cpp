#include "experiments/config_roots.hpp"

#include <set>

namespace experiments {

namespace fs = std::filesystem;

std::vector<fs::path> config_roots() {
  const fs::path here = "configs", home = fs::path(MARGINLAB_HOME) / "configs";
  std::error_code absent;
  if (fs::equivalent(here, home, absent)) return {here};
  return {here, home};
}

std::vector<std::string> study_names() {
  std::set<std::string> names;
  for (const fs::path& root : config_roots()) {
    if (!fs::is_directory(root)) continue;
    for (const auto& file : fs::recursive_directory_iterator(root)) {
      if (file.path().extension() != ".yaml") continue;
      names.insert(fs::relative(file.path(), root).replace_extension().generic_string());
    }
  }
  return {names.begin(), names.end()};
}

} // namespace experiments
