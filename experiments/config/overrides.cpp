#include "experiments/config/overrides.hpp"

#include <algorithm>
#include <array>

#include "core/settings/parsed.hpp"
#include "experiments/blocks/block.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/tree.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"

namespace experiments {
namespace {

std::string id_of(const Node& element, const std::string& id_key) {
  const Node* id = element.find(id_key);
  return id != nullptr ? id->text : "";
}

} // namespace

std::string name_of_block(const Node& block, const std::string& id_key) {
  const Node* name = block.find("name");
  return name != nullptr ? name->text : last_part(id_of(block, id_key));
}

namespace {

/// A part of a tree, or why there is none: " (there are: platt, bracket). Did you mean 'bracket'?"
struct Element {
  Node* node = nullptr;
  std::string why_not{};
};

std::string there_are(const std::string& part, const std::vector<std::string>& names) {
  const auto meant = closest(part, names);
  return " (there are: " + (names.empty() ? "none" : listed(names)) + ")" +
         (meant ? ". Did you mean '" + *meant + "'?" : "");
}

Element find_in_list(Node& list, const std::string& part, const std::string& id_key) {
  const auto index = core::parsed<std::size_t>(part);
  if (index && *index < list.items.size()) return {&list.items[*index]};
  std::vector<std::string> names;
  std::vector<Node*> by_id;
  for (Node& item : list.items) {
    const std::string name = name_of_block(item, id_key);
    if (!name.empty() && name == part) return {&item};
    if (id_of(item, id_key) == part) by_id.push_back(&item);
    names.push_back(name.empty() ? std::to_string(names.size()) : name);
  }
  if (by_id.size() == 1) return {by_id.front()};
  return {nullptr, by_id.empty() ? there_are(part, names)
                                 : " by itself (more than one has this id: " + listed(names) + ")"};
}

/// One step of a dotted path: the value of a map's key, or an element of a list by its 0-based index, by its
/// name (the `name` key, or else the last part of its id) or by its id, which stands under `id_key`. The name
/// goes first; an id that several elements have finds none. A layout's panel is found without `panels`, too.
Element find_element(Node& node, const std::string& part, const std::string& id_key) {
  if (node.shape == Node::Shape::list) return find_in_list(node, part, id_key);
  if (node.shape != Node::Shape::map) return {nullptr, " (a single value has no parts)"};
  if (Node* value = node.find(part)) return {value};
  if (Node* panels = node.find("panels"); panels != nullptr && id_key == "panel")
    if (const Element panel = find_in_list(*panels, part, id_key); panel.node != nullptr) return panel;
  std::vector<std::string> keys;
  for (const Node::Pair& pair : node.pairs) keys.push_back(pair.key);
  return {nullptr, there_are(part, keys)};
}

std::vector<std::string> split_path(const std::string& key) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// The key that names the elements of a section, empty where they have no names.
std::string id_key_of(const std::string& section, const BlockKinds& kinds) {
  for (const BlockKind* kind : {&kinds.data, &kinds.classifier, &kinds.method})
    if (kind->section == section) return kind->id_key;
  return section == "layout" ? "panel" : "";
}

/// Follows the path to its last part and sets that.
void set_path(Node& root, const KeyValue& setting, const BlockKinds& kinds, Problems& problems) {
  Node* at = &root;
  std::string walked;
  for (std::size_t i = 0; i < setting.path.size(); ++i) {
    const std::string& part = setting.path[i];
    const bool last = i + 1 == setting.path.size();
    if (last && at->shape == Node::Shape::map) return set_key(*at, part, setting);
    const auto next = find_element(*at, part, id_key_of(setting.path.front(), kinds));
    if (next.node == nullptr) {
      problems.add(
          setting.place,
          "no '" + part + "' " + (walked.empty() ? "in the study" : "in '" + walked + "'") + next.why_not);
      return;
    }
    at = next.node;
    walked += (walked.empty() ? "" : ".") + part;
  }
  *at = setting.value;
}

std::array<const BlockKind*, 4> all(const BlockKinds& kinds) {
  return {&kinds.data, &kinds.classifier, &kinds.method, &kinds.criterion};
}

bool has_parameter(const core::Entry& entry, const std::string& key) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(),
                     [&](const core::ParameterSpec& spec) { return spec.key == key; });
}

bool has_parameter(const BlockKind& kind, const std::string& key) {
  return std::any_of(kind.entries->begin(), kind.entries->end(),
                     [&](const core::Entry& entry) { return has_parameter(entry, key); });
}

/// The blocks of a kind in this study whose entry has the parameter.
std::vector<Node*> blocks_with(Node& root, const BlockKind& kind, const std::string& key) {
  std::vector<Node*> blocks;
  Node* section = root.find(kind.section);
  if (section == nullptr) return blocks;
  for (Node& item : section->items) {
    Node* block = kind.id_key == "criterion" ? item.find("tuning") : &item;
    const Node* id = block != nullptr ? block->find(kind.id_key) : nullptr;
    for (const core::Entry& entry : *kind.entries)
      if (id != nullptr && id->text == entry.id && has_parameter(entry, key)) blocks.push_back(block);
  }
  return blocks;
}

std::vector<std::string> top_level_and_parameters(const BlockKinds& kinds) {
  std::vector<std::string> keys = top_level_keys();
  for (const BlockKind* kind : all(kinds))
    for (const core::Entry& entry : *kind->entries)
      for (const core::ParameterSpec& spec : entry.parameters) keys.push_back(spec.key);
  return keys;
}

void set_everywhere(Node& root, const KeyValue& setting, const BlockKinds& kinds, Problems& problems) {
  const std::string& key = setting.path.front();
  std::vector<const BlockKind*> having;
  for (const BlockKind* kind : all(kinds))
    if (has_parameter(*kind, key)) having.push_back(kind);
  if (having.empty()) {
    const auto known = top_level_and_parameters(kinds);
    const auto meant = closest(key, known);
    const std::string ours = said_elsewhere(key, known);
    problems.add(setting.place, "unknown key '" + key + "' (neither a top-level key nor a parameter)" +
                                    (!ours.empty() ? ". " + ours
                                     : meant       ? ". Did you mean '" + *meant + "'?"
                                                   : ""));
    return;
  }
  if (having.size() > 1) {
    problems.add(setting.place, "'" + key + "' is a parameter of more than one kind of block (" +
                                    having[0]->noun + " and " + having[1]->noun + "). Write the whole path");
    return;
  }
  const auto blocks = blocks_with(root, *having.front(), key);
  if (blocks.empty())
    problems.add(setting.place,
                 "no " + having.front()->noun + " of this study has a parameter '" + key + "'");
  for (Node* block : blocks) set_key(*block, key, setting);
}

} // namespace

std::optional<KeyValue> parse_key_value(const std::string& text, const KeyValueForm& form,
                                        Problems& problems) {
  const std::size_t equals = text.find('=');
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  const int source = problems.add_source({text, form.origin, split_lines(value)});
  const Place place{source, 1, 1};
  auto path = split_path(text.substr(0, equals));
  if (equals == std::string::npos || std::find(path.begin(), path.end(), "") != path.end()) {
    problems.add(place, "not of the form key=value (the key is a path such as " + form.example + ")");
    return std::nullopt;
  }
  if (!obeys_text_rules(value, source, problems)) return std::nullopt;
  auto node = parse_yaml(value, source, problems);
  if (!node) return std::nullopt;
  keep_tree_rules(*node, problems);
  node->place = place;
  return KeyValue{std::move(path), std::move(*node), place};
}

void set_key(Node& map, const std::string& key, const KeyValue& setting) {
  if (Node* old = map.find(key))
    *old = setting.value;
  else
    map.pairs.push_back({key, setting.place, setting.value});
}

void apply_overrides(Node& root, const std::vector<std::string>& overrides, const Catalogue& catalogue,
                     Problems& problems) {
  const BlockKinds kinds = block_kinds(catalogue);
  const auto top_level = top_level_keys();
  const KeyValueForm form{SourceText::Origin::command_line, "methods.bracket.intervals"};
  for (const std::string& text : overrides) {
    const auto setting = parse_key_value(text, form, problems);
    if (!setting) continue;
    const bool bare = setting->path.size() == 1 &&
                      std::find(top_level.begin(), top_level.end(), setting->path.front()) == top_level.end();
    if (setting->path.front() == "extends")
      problems.add(setting->place, "'extends' cannot be set from the command line. Write it in a file");
    else if (bare)
      set_everywhere(root, *setting, kinds, problems);
    else
      set_path(root, *setting, kinds, problems);
  }
}

} // namespace experiments
