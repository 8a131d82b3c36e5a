#include "experiments/spec/tree_rules.hpp"

#include <map>
#include <utility>

#include "experiments/spec/display.hpp"

namespace experiments {
namespace {

using Pairs = std::vector<Node::Pair>;

using Places = std::map<std::string, Place>;

void add_missing(const Pairs& merged, Pairs& pairs, Places& first) {
  for (const Node::Pair& pair : merged)
    if (first.emplace(pair.key, pair.place).second) pairs.push_back(pair);
}

} // namespace

void keep_tree_rules(Node& node, Problems& problems) {
  for (Node& item : node.items) keep_tree_rules(item, problems);
  Pairs kept, merged;
  Places first, first_merged;
  for (Node::Pair& pair : node.pairs) {
    keep_tree_rules(pair.value, problems);
    if (pair.key == "<<") {
      problems.add(
          pair.place,
          "merge key '<<' (not part of this grammar). Repeat the keys; whole files are shared by 'extends'");
      add_missing(pair.value.pairs, merged, first_merged);
      for (const Node& item : pair.value.items) add_missing(item.pairs, merged, first_merged);
    } else if (const auto [earlier, is_new] = first.emplace(pair.key, pair.place); !is_new) {
      problems.add(pair.place, "duplicate key '" + shortened(pair.key) + "' (first given in line " +
                                   std::to_string(earlier->second.line) + "). Keep one of them");
    } else {
      kept.push_back(std::move(pair));
    }
  }
  add_missing(merged, kept, first);
  node.pairs = std::move(kept);
}

} // namespace experiments
