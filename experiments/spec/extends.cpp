#include "experiments/spec/extends.hpp"

#include <map>

#include "experiments/spec/scalar.hpp"
#include "experiments/spec/text_rules.hpp"
#include "experiments/spec/tree_rules.hpp"
#include "experiments/spec/yaml_tree.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

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
    if (Node* csv = published->find("file"); csv != nullptr && csv->shape == Node::Shape::scalar)
      csv->text = fs::absolute(path.parent_path() / csv->text)
                      .lexically_normal()
                      .lexically_proximate(fs::absolute(file).lexically_normal().parent_path())
                      .generic_string();
  return base;
}

} // namespace

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
