#include "experiments/config/find_config.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"

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

/// The three names that take the fewest changes, or fewer where there are no more; the nearest first. A name
/// may be given without its folder.
std::vector<std::string> nearest(const std::string& word, std::vector<std::string> names) {
  const auto changes = [&](const std::string& name) {
    return std::min(edit_distance(word, name), edit_distance(word, last_part(name)));
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const auto& a, const auto& b) { return changes(a) < changes(b); });
  if (const auto meant = closest(word, names)) {
    const auto at = std::find(names.begin(), names.end(), *meant);
    std::rotate(names.begin(), at, at + 1);
  }
  names.resize(std::min<std::size_t>(names.size(), 3));
  return names;
}

/// Rewrites each `file` below a node: a path from one folder on becomes that from the other. Both are
/// absolute.
void move_files(Node& node, const fs::path& from, const fs::path& to) {
  for (Node::Pair& pair : node.pairs)
    if (pair.key == "file" && pair.value.shape == Node::Shape::scalar)
      pair.value.text = (from / pair.value.text).lexically_normal().lexically_proximate(to).generic_string();
    else
      move_files(pair.value, from, to);
}

std::optional<Node> read_base(const Node& name, const fs::path& file, Problems& problems) {
  const auto text = read_text(name, "extends", problems);
  if (!text) return std::nullopt;
  const fs::path path = file.parent_path() / *text;
  const FileText content = read_file(path);
  if (!content.text) {
    problems.add(name.place, "cannot read '" + path.string() + "' (" + content.refusal + ")");
    return std::nullopt;
  }
  const int source =
      problems.add_source({path.string(), SourceText::Origin::file, split_lines(*content.text)});
  auto base = read_tree(*content.text, source, problems);
  if (!base) return std::nullopt;
  for (const Node::Pair& pair : base->pairs)
    if (pair.key == "extends")
      problems.add(name.place,
                   "'" + *text + "' extends another file itself (one level is allowed). Extend that file");
  if (Node* published = base->find("published"))
    move_files(*published, fs::absolute(path).parent_path(),
               fs::absolute(file).lexically_normal().parent_path());
  return base;
}

/// An installed program has its configs below its prefix, wherever that was moved to.
std::optional<fs::path> installed_configs() {
  std::error_code unreadable;
  const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
  const fs::path configs = program.parent_path().parent_path() / "share/marginlab/configs";
  if (!fs::is_directory(configs, unreadable)) return std::nullopt;
  return configs;
}

} // namespace

std::vector<fs::path> config_roots() {
  const fs::path here = "configs", home = installed_configs().value_or(fs::path(MARGINLAB_HOME) / "configs");
  std::error_code absent;
  if (fs::equivalent(here, home, absent)) return {here};
  return {here, home};
}

std::vector<std::string> study_names(const std::vector<fs::path>& roots) {
  std::set<std::string> names;
  std::error_code unreadable;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const fs::path& root : roots)
    for (const auto& entry : fs::recursive_directory_iterator(root, options, unreadable))
      if (entry.is_regular_file() && is_config(entry.path()))
        names.insert(entry.path().lexically_relative(root).replace_extension().generic_string());
  return {names.begin(), names.end()};
}

fs::path find_config(const std::string& name_or_path, const std::vector<fs::path>& roots) {
  if (fs::is_regular_file(name_or_path)) return name_or_path;
  for (const fs::path& root : roots)
    for (const char* extension : {"", ".yaml", ".yml"})
      if (const fs::path path = root / (name_or_path + extension);
          is_config(path) && fs::is_regular_file(path))
        return path;
  const std::vector<std::string> near = nearest(as_name(name_or_path), study_names(roots));
  throw core::UserError(
      "'" + name_or_path + "' is neither a file nor a study below " + joined(roots) +
      (near.empty() ? ", which has no study."
                    : ". Did you mean " + listed(near) + "? See all of them with: marginlab list studies."));
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

std::optional<Node> read_tree(const std::string& text, int source, Problems& problems) {
  if (!obeys_text_rules(text, source, problems)) return std::nullopt;
  auto root = parse_yaml(text, source, problems);
  if (!root) return std::nullopt;
  if (root->shape == Node::Shape::nothing) {
    problems.add({source, 0, 0},
                 "the file is empty (a study has a title, data, classifiers, methods, metrics and a layout)");
    return std::nullopt;
  }
  if (root->shape != Node::Shape::map) {
    problems.add(root->place, "a study must be a map of keys (found " + found(*root) + ")");
    return std::nullopt;
  }
  keep_tree_rules(*root, problems);
  return root;
}

Extended with_extension(Node root, const fs::path& file, Problems& problems) {
  const Node* name = root.find("extends");
  if (name == nullptr) return {std::move(root)};
  const auto base = read_base(*name, file, problems);
  std::erase_if(root.pairs, [](const Node::Pair& pair) { return pair.key == "extends"; });
  if (!base) return {std::move(root), false};
  std::vector<Node::Pair> own = std::move(root.pairs);
  root.pairs = base->pairs;
  std::erase_if(root.pairs, [](const Node::Pair& pair) { return pair.key == "extends"; });
  std::map<std::string, std::size_t> at;
  for (const Node::Pair& pair : root.pairs) at.emplace(pair.key, at.size());
  for (Node::Pair& pair : own)
    if (const auto replaced = at.find(pair.key); replaced != at.end())
      root.pairs[replaced->second] = std::move(pair);
    else
      root.pairs.push_back(std::move(pair));
  return {std::move(root)};
}

} // namespace experiments
