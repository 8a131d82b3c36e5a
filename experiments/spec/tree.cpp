#include "experiments/spec/tree.hpp"

#include <utility>

namespace experiments {

const Node* Node::find(const std::string& key) const {
  for (const Pair& pair : pairs)
    if (pair.key == key) return &pair.value;
  return nullptr;
}

Node* Node::find(const std::string& key) {
  return const_cast<Node*>(std::as_const(*this).find(key));
}

std::size_t size_of(const Node& node) {
  std::size_t size = 1;
  for (const Node& item : node.items) size += size_of(item);
  for (const Node::Pair& pair : node.pairs) size += 1 + size_of(pair.value);
  return size;
}

} // namespace experiments
