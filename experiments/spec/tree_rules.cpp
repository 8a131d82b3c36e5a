#include "experiments/spec/tree_rules.hpp"

#include <algorithm>
#include <utility>

namespace experiments {
namespace {

using Pairs = std::vector<Node::Pair>;

Pairs::iterator find(Pairs& pairs, const std::string& key) {
  return std::find_if(pairs.begin(), pairs.end(), [&](const Node::Pair& pair) { return pair.key == key; });
}

void add_missing(Pairs& pairs, const Pairs& merged) {
  for (const Node::Pair& pair : merged)
    if (find(pairs, pair.key) == pairs.end()) pairs.push_back(pair);
}

} // namespace

void keep_tree_rules(Node& node, Problems& problems) {
  for (Node& item : node.items) keep_tree_rules(item, problems);
  Pairs kept, merged;
  for (Node::Pair& pair : node.pairs) {
    keep_tree_rules(pair.value, problems);
    if (pair.key == "<<") {
      problems.add(
          pair.place,
          "merge key '<<' (not part of this grammar). Repeat the keys; whole files are shared by 'extends'");
      add_missing(merged, pair.value.pairs);
      for (const Node& item : pair.value.items) add_missing(merged, item.pairs);
    } else if (const auto first = find(kept, pair.key); first != kept.end()) {
      problems.add(pair.place, "duplicate key '" + pair.key + "' (first given in line " +
                                   std::to_string(first->place.line) + "). Keep one of them");
    } else {
      kept.push_back(std::move(pair));
    }
  }
  add_missing(kept, merged);
  node.pairs = std::move(kept);
}

} // namespace experiments
