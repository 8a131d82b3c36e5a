#include "experiments/yaml/tree.hpp"

#include <algorithm>
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

std::size_t text_of(const Node& node) {
  std::size_t bytes = node.text.size();
  for (const Node& item : node.items) bytes += text_of(item);
  for (const Node::Pair& pair : node.pairs) bytes += pair.key.size() + text_of(pair.value);
  return bytes;
}

std::size_t levels_of(const Node& node) {
  std::size_t below = 0;
  for (const Node& item : node.items) below = std::max(below, levels_of(item));
  for (const Node::Pair& pair : node.pairs) below = std::max(below, levels_of(pair.value));
  return below + (node.shape == Node::Shape::list || node.shape == Node::Shape::map ? 1 : 0);
}

} // namespace experiments
