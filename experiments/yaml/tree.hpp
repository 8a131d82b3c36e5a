#pragma once
#include <compare>
#include <string>
#include <vector>

namespace experiments {

/// Where a piece of a config stands: which text (see Problems::add_source), and the line and column in it,
/// counted from 1 in characters. Line 0 means the text as a whole.
struct Place {
  int source = 0, line = 0, column = 0;

  auto operator<=>(const Place&) const = default;
};

/// A config as a tree, free of any YAML library: a word, a list, a map, or nothing (a key without a value).
struct Node {
  enum class Shape { nothing, scalar, list, map };
  struct Pair;

  Shape shape = Shape::nothing;
  Place place;
  std::string text{};        ///< of a scalar, as written, quotes and escapes resolved
  bool quoted = false;       ///< in quotes or as a block (| >): then it is text, never a number
  std::vector<Node> items{}; ///< of a list
  std::vector<Pair> pairs;   ///< of a map, in the order of the file

  /// The value of a key, or nullptr.
  const Node* find(const std::string& key) const;
  Node* find(const std::string& key);
};

struct Node::Pair {
  std::string key;
  Place place; ///< of the key
  Node value;
};

/// Number of nodes in this tree, itself included.
std::size_t size_of(const Node& node);

/// Bytes of all its texts and keys.
std::size_t text_of(const Node& node);

/// Lists and maps within each other, from this one down: 0 for a word.
std::size_t levels_of(const Node& node);

} // namespace experiments
