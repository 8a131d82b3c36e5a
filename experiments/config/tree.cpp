#include "experiments/config/tree.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "experiments/config/diagnostics.hpp"
#include "experiments/config/fields.hpp"

namespace experiments {
namespace {

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
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (error == std::errc() && end == part.data() + part.size() && index < list.items.size())
    return {&list.items[index]};
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

} // namespace

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

Element find_element(Node& node, const std::string& part, const std::string& id_key) {
  if (node.shape == Node::Shape::list) return find_in_list(node, part, id_key);
  if (node.shape != Node::Shape::map) return {nullptr, " (a single value has no parts)"};
  if (Node* value = node.find(part)) return {value};
  std::vector<std::string> keys;
  for (const Node::Pair& pair : node.pairs) keys.push_back(pair.key);
  return {nullptr, there_are(part, keys)};
}

} // namespace experiments
