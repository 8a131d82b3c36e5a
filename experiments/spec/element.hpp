#pragma once
#include <string>

#include "experiments/spec/tree.hpp"

namespace experiments {

/// A part of a tree, or why there is none: " (there are: platt, bracket). Did you mean 'bracket'?"
struct Element {
  Node* node = nullptr;
  std::string why_not{};
};

/// One step of a dotted path: the value of a map's key, or an element of a list by its 0-based index, by its
/// name (the `name` key, or else the last part of its id) or by its id, which stands under `id_key`. The name
/// goes first; an id that several elements have finds none.
Element find_element(Node& node, const std::string& part, const std::string& id_key);

} // namespace experiments
