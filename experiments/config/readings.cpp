#include "experiments/config/readings.hpp"

#include <algorithm>
#include <array>

#include "experiments/blocks/block.hpp"
#include "experiments/config/overrides.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/scalars.hpp"
#include "experiments/yaml/yaml.hpp"
#include "results/report/panels/reading_search.hpp"

namespace experiments {
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
         ("=" + name_of_block(block, kind.id_key));
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

  /// All combinations of the ways, the last convention's fastest.
  results::Readings readings() {
    results::Readings out;
    std::vector<std::size_t> ways(conventions_.size(), 0);
    while (true) {
      Words& words = out.ways.emplace_back();
      for (std::size_t c = 0; c < ways.size(); ++c) words.push_back(conventions_[c].ways[ways[c]].name);
      out.values.push_back(values_of(ways));
      std::size_t c = ways.size();
      while (c > 0 && ++ways[c - 1] == conventions_[c - 1].ways.size()) ways[--c] = 0;
      if (c == 0) return out;
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
    const std::string name = name_of_block(*one.block, one.kind->id_key);
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
      request.parameters["data"].push_back(name_of_block(block, kinds.data.id_key));
  if (const Node* choose_on = fields.find("choose_on"))
    request.parameters["choose_on"] =
        read_words(*choose_on, "choose_on", {"data set", request.parameters["data"]}, problems);
  if (!problems.none()) return std::nullopt;
  Factorial factorial(root, conventions, catalogue, problems);
  if (!problems.none()) return std::nullopt;
  results::put_readings(factorial.readings(), request);
  root = factorial.expanded();
  return problems.none() ? std::optional(request) : std::nullopt;
}

} // namespace experiments
