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

std::string id_of(const Node& element, const std::string& id_key) {
  const Node* id = element.find(id_key);
  return id != nullptr ? id->text : "";
}

std::string name_of(const Node& element, const std::string& id_key) {
  const Node* name = element.find("name");
  return name != nullptr ? name->text : last_part(id_of(element, id_key));
}

Element find_in_list(Node& list, const std::string& part, const std::string& id_key) {
  const auto index = core::parsed<std::size_t>(part);
  if (index && *index < list.items.size()) return {&list.items[*index]};
  std::vector<std::string> names;
  std::vector<Node*> by_id;
  for (Node& item : list.items) {
    const std::string name = name_of(item, id_key);
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
/// goes first; an id that several elements have finds none.
Element find_element(Node& node, const std::string& part, const std::string& id_key) {
  if (node.shape == Node::Shape::list) return find_in_list(node, part, id_key);
  if (node.shape != Node::Shape::map) return {nullptr, " (a single value has no parts)"};
  if (Node* value = node.find(part)) return {value};
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
  return "";
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

namespace {

using Words = std::vector<std::string>;

/// One way of doing what a paper leaves open: settings as on the command line.
struct Way {
  std::string name;
  Words settings;
};

struct Convention {
  std::string name;
  Place place; ///< of its name
  std::vector<Way> ways;
};

Way read_way(const Node::Pair& pair, bool is_own, Problems& problems) {
  Way way{pair.key, {}};
  if (pair.value.shape != Node::Shape::list)
    problems.add(pair.value.place, "the way '" + pair.key + "' must be a list of key=value settings (found " +
                                       found(pair.value) + ")");
  for (const Node& item : pair.value.items)
    if (const auto text = read_text(item, pair.key, problems)) way.settings.push_back(*text);
  if (is_own != way.settings.empty() && pair.value.shape == Node::Shape::list)
    problems.add(pair.place, is_own ? "the first way, '" + pair.key +
                                          "', must be the study's own (it has settings). Write []"
                                    : "the way '" + pair.key +
                                          "' changes nothing (only the first is the "
                                          "study's own). Give it a setting");
  return way;
}

std::vector<Convention> read_conventions(const Node& node, Problems& problems) {
  std::vector<Convention> out;
  if (node.shape != Node::Shape::map)
    problems.add(node.place, "'conventions' must be a map of conventions (found " + found(node) + ")");
  std::size_t readings = 1;
  for (const Node::Pair& pair : node.pairs) {
    Convention& one = out.emplace_back(Convention{pair.key, pair.place, {}});
    for (const Node::Pair& way : pair.value.pairs)
      one.ways.push_back(read_way(way, one.ways.empty(), problems));
    if (one.ways.size() < 2)
      problems.add(pair.place, "the convention '" + pair.key + "' must have two ways or more (found " +
                                   std::to_string(one.ways.size()) + ")");
    readings = std::min(most_readings + 1, readings * std::max<std::size_t>(1, one.ways.size()));
  }
  if (readings > most_readings)
    problems.add(node.place, "'conventions' must come to at most " + std::to_string(most_readings) +
                                 " readings (found more). Leave some out");
  return out;
}

/// The name of a block: "data=liver".
std::string axis_value(const BlockKind& kind, const Node& block) {
  return (kind.section == "classifiers" ? "classifier"
          : kind.section == "methods"   ? "method"
                                        : "data") +
         ("=" + name_of(block, kind.id_key));
}

/// Turns a config's tree into the one of all its readings.
class Factorial {
 public:
  Factorial(const Node& root, std::vector<Convention> conventions, const Catalogue& catalogue,
            Problems& problems)
      : root_(root),
        conventions_(std::move(conventions)),
        catalogue_(catalogue),
        kinds_(block_kinds(catalogue)),
        problems_(problems) {
    for (const BlockKind* kind : sections())
      for (const Node& block : items_of(root_, *kind)) blocks_.push_back({kind, &block, {}, {}});
    for (const Convention& one : conventions_) try_alone(one);
  }

  /// The values of each reading, "data=liver" and the like, the last convention's ways fastest.
  void add_readings(results::PanelRequest& request) {
    std::vector<std::size_t> ways(conventions_.size(), 0);
    for (std::size_t k = 1;; ++k) {
      Words words;
      for (std::size_t c = 0; c < ways.size(); ++c) words.push_back(conventions_[c].ways[ways[c]].name);
      request.parameters["reading " + std::to_string(k)] = std::move(words);
      request.parameters["values " + std::to_string(k)] = values_of(ways);
      std::size_t c = ways.size();
      while (c > 0 && ++ways[c - 1] == conventions_[c - 1].ways.size()) ways[--c] = 0;
      if (c == 0) return;
    }
  }

  /// The config with every block followed by those that stand for it.
  Node expanded() const {
    Node out = root_;
    for (const BlockKind* kind : sections()) {
      Node* section = out.find(kind->section);
      if (section == nullptr) continue;
      section->items.clear();
      for (const Expanded& one : blocks_) {
        if (one.kind != kind) continue;
        section->items.push_back(*one.block);
        section->items.insert(section->items.end(), one.others.begin(), one.others.end());
      }
    }
    return out;
  }

 private:
  struct Expanded {
    const BlockKind* kind;
    const Node* block;
    std::vector<Node> others;                                      ///< what stands for it
    std::vector<std::pair<std::string, std::string>> known;        ///< content and name of each of these
    std::vector<std::pair<std::size_t, std::size_t>> changed_by{}; ///< convention and way, alone
  };

  std::array<const BlockKind*, 3> sections() const {
    return {&kinds_.data, &kinds_.classifier, &kinds_.method};
  }

  static const std::vector<Node>& items_of(const Node& root, const BlockKind& kind) {
    static const std::vector<Node> none;
    const Node* section = root.find(kind.section);
    return section == nullptr ? none : section->items;
  }

  Node with(const std::vector<std::size_t>& ways) {
    Words settings;
    for (std::size_t c = 0; c < ways.size(); ++c) {
      const Words& more = conventions_[c].ways[ways[c]].settings;
      settings.insert(settings.end(), more.begin(), more.end());
    }
    Node out = root_;
    apply_overrides(out, settings, catalogue_, problems_);
    return out;
  }

  /// What each block of a tree says, in the order of blocks_; reports a tree that differs in more than what
  /// they say.
  Words contents(const Node& tree, const Convention& of) {
    Words out;
    Node rest = tree, before = root_;
    for (const BlockKind* kind : sections()) {
      for (const Node& block : items_of(tree, *kind)) out.push_back(to_yaml(block));
      for (Node* one : {&rest, &before})
        if (Node* section = one->find(kind->section)) section->items.clear();
    }
    if (out.size() != blocks_.size() || to_yaml(rest) != to_yaml(before))
      problems_.add(of.place, "the convention '" + of.name +
                                  "' changes more than blocks (a reading is another way of doing the same "
                                  "data, classifiers and methods). Set keys of blocks");
    return out;
  }

  /// Which blocks each way of a convention changes by itself; reports one that changes blocks of two kinds.
  void try_alone(const Convention& one) {
    const auto c = static_cast<std::size_t>(&one - conventions_.data());
    const BlockKind* kind = nullptr;
    bool mixed = false;
    for (std::size_t w = 1; w < one.ways.size(); ++w) {
      std::vector<std::size_t> ways(conventions_.size(), 0);
      ways[c] = w;
      const Words found = contents(with(ways), one);
      for (std::size_t i = 0; i < blocks_.size() && i < found.size(); ++i) {
        if (found[i] == to_yaml(*blocks_[i].block)) continue;
        blocks_[i].changed_by.emplace_back(c, w);
        mixed = mixed || (kind != nullptr && kind != blocks_[i].kind);
        kind = blocks_[i].kind;
      }
    }
    if (mixed)
      problems_.add(one.place, "the convention '" + one.name +
                                   "' changes blocks of two kinds (every way of the one would meet every "
                                   "way of the other). Make it two conventions");
  }

  Words values_of(const std::vector<std::size_t>& ways) {
    const Node tree = with(ways);
    Words out;
    std::size_t i = 0;
    for (const BlockKind* kind : sections())
      for (const Node& block : items_of(tree, *kind))
        if (i < blocks_.size()) out.push_back(value_of(blocks_[i++], block, ways));
    return out;
  }

  /// The value that has this content: the block's own, one that stands for it, or a new one.
  std::string value_of(Expanded& one, const Node& content, const std::vector<std::size_t>& ways) {
    const std::string own = axis_value(*one.kind, *one.block), text = to_yaml(content);
    if (text == to_yaml(*one.block)) return own;
    for (const auto& [known, value] : one.known)
      if (known == text) return value;
    const std::string name = name_of(*one.block, one.kind->id_key);
    std::string suffix, phrase;
    for (const auto& [c, w] : one.changed_by)
      if (ways[c] == w) {
        suffix += "-" + conventions_[c].ways[w].name;
        phrase += ", " + conventions_[c].ways[w].name;
      }
    const Node* label = one.block->find("label");
    const Node* published = one.block->find("stands_for");
    Node& added = one.others.emplace_back(content);
    const auto set = [&](const std::string& key, const std::string& value) {
      Node word{.shape = Node::Shape::scalar,
                .place = one.block->place,
                .text = value,
                .quoted = true,
                .pairs = {}};
      set_key(added, key, KeyValue{{key}, std::move(word), one.block->place});
    };
    set("name", name + suffix);
    set("label", (label == nullptr ? name : label->text) + phrase);
    set("stands_for", published == nullptr ? name : published->text);
    one.known.emplace_back(text, own + suffix);
    return own + suffix;
  }

  const Node root_;
  const std::vector<Convention> conventions_;
  const Catalogue& catalogue_;
  const BlockKinds kinds_;
  Problems& problems_;
  std::vector<Expanded> blocks_;
};

/// The words of a list at `path` in a tree; those that are there.
Words words_at(const Node& root, const Words& path) {
  const Node* at = &root;
  for (const std::string& key : path)
    if (at != nullptr) at = at->find(key);
  Words out;
  if (at != nullptr)
    for (const Node& item : at->items) out.push_back(item.text);
  return out;
}

} // namespace

std::optional<results::PanelRequest> expand_readings(Node& root, const Catalogue& catalogue,
                                                     Problems& problems) {
  const Node* node = root.find("readings");
  if (node == nullptr) return std::nullopt;
  const Node asked = *node;
  std::erase_if(root.pairs, [](const Node::Pair& pair) { return pair.key == "readings"; });
  const Fields fields(asked, {"'readings'", {"conventions", "metrics", "choose_on"}}, problems);
  const Node* given = fields.require("conventions", "what the paper leaves open, each with its ways");
  const Node* metrics = fields.require("metrics", "the numbers whose distance is taken");
  if (given == nullptr || metrics == nullptr || !problems.none()) return std::nullopt;
  results::PanelRequest request{"reading_search"};
  const std::vector<Convention> conventions = read_conventions(*given, problems);
  for (const Convention& one : conventions) request.parameters["conventions"].push_back(one.name);
  Words computed = words_at(root, {"metrics"}), shown = words_at(root, {"layout", "metrics"});
  std::erase_if(shown, [&](const std::string& name) { return !contains(computed, name); });
  request.parameters["metrics"] = read_words(*metrics, "metrics", {"metric of this layout", shown}, problems);
  const BlockKinds kinds = block_kinds(catalogue);
  if (const Node* data = root.find("data"))
    for (const Node& block : data->items)
      request.parameters["data"].push_back(name_of(block, kinds.data.id_key));
  if (const Node* choose_on = fields.find("choose_on"))
    request.parameters["choose_on"] =
        read_words(*choose_on, "choose_on", {"data set", request.parameters["data"]}, problems);
  if (!problems.none()) return std::nullopt;
  Factorial factorial(root, conventions, catalogue, problems);
  if (!problems.none()) return std::nullopt;
  factorial.add_readings(request);
  root = factorial.expanded();
  return problems.none() ? std::optional(request) : std::nullopt;
}

} // namespace experiments
