#include "experiments/spec/find_config.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "experiments/spec/suggestion.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

bool is_config(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

std::string joined(const std::vector<fs::path>& roots) {
  std::vector<std::string> names;
  for (const fs::path& root : roots) names.push_back(root.generic_string());
  return listed(names);
}

/// The name that a path to a config would have below a root: configs/wang2008/table1.yaml -> wang2008/table1.
std::string as_name(const std::string& text) {
  const fs::path path(text);
  return is_config(path) || text.find("configs/") != std::string::npos ? study_name(path) : text;
}

} // namespace

std::vector<std::string> config_names(const fs::path& root) {
  std::vector<std::string> names;
  std::error_code unreadable;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const auto& entry : fs::recursive_directory_iterator(root, options, unreadable))
    if (entry.is_regular_file() && is_config(entry.path()))
      names.push_back(entry.path().lexically_relative(root).replace_extension().generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path find_config(const std::string& name_or_path, const std::vector<fs::path>& roots) {
  if (fs::is_regular_file(name_or_path)) return name_or_path;
  for (const fs::path& root : roots)
    for (const char* extension : {"", ".yaml", ".yml"})
      if (const fs::path path = root / (name_or_path + extension);
          is_config(path) && fs::is_regular_file(path))
        return path;
  std::vector<std::string> names;
  for (const fs::path& root : roots)
    for (const std::string& name : config_names(root)) names.push_back(name);
  const auto meant = closest(as_name(name_or_path), names);
  throw core::UserError("no config '" + name_or_path + "' (neither a file nor a study below " +
                        joined(roots) +
                        (names.empty() ? ", where there is none)" : "; there are: " + listed(names) + ")") +
                        (meant ? ". Did you mean '" + *meant + "'?" : ""));
}

std::string study_name(const fs::path& file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  fs::path name = path.filename();
  for (fs::path folder = path.parent_path(); folder != folder.root_path(); folder = folder.parent_path())
    if (folder.filename() == "configs") {
      name = path.lexically_relative(folder);
      break;
    }
  return name.replace_extension().generic_string();
}

} // namespace experiments
