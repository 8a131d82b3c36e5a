#include "experiments/spec/fields.hpp"

#include <algorithm>

#include "experiments/spec/display.hpp"
#include "experiments/spec/scalar.hpp"
#include "experiments/spec/suggestion.hpp"

namespace experiments {
namespace {

/// {b:1} is the key "b:1" without a value: the part before the ':', if this is such a key.
std::optional<std::string> glued_key(const Node::Pair& pair) {
  const std::size_t colon = pair.key.find(':');
  if (pair.value.shape != Node::Shape::nothing || colon == std::string::npos) return std::nullopt;
  return pair.key.substr(0, colon);
}

} // namespace

Fields::Fields(const Node& node, const FieldRules& rules, Problems& problems)
    : node_(node), of_(rules.of), problems_(problems) {
  if (node.shape != Node::Shape::map) {
    problems.add(node.place, rules.of + " must be a map of keys (found " + found(node) +
                                 "; accepted: " + listed(rules.accepted) + ")");
    return;
  }
  const auto accepts = [&](const std::string& key) {
    return std::find(rules.accepted.begin(), rules.accepted.end(), key) != rules.accepted.end();
  };
  for (const Node::Pair& pair : node.pairs) {
    if (accepts(pair.key)) {
      fields_.push_back({pair.key, pair.place, &pair.value});
      continue;
    }
    if (const auto name = glued_key(pair)) {
      problems.add(pair.place, "unknown key '" + shortened(pair.key) + "' in " + rules.of +
                                   " (the ':' does not end a key). Put a blank behind the ':'");
      unreadable_.push_back(accepts(*name) ? *name : closest(*name, rules.accepted).value_or(*name));
      continue;
    }
    problems.add(pair.place, "unknown key '" + shortened(pair.key) + "' in " + rules.of +
                                 accepted_and_closest(pair.key, rules.accepted));
    const auto meant = closest(pair.key, rules.accepted);
    if (meant && node.find(*meant) == nullptr && find(*meant) == nullptr)
      fields_.push_back({*meant, pair.place, &pair.value});
  }
}

const Node* Fields::find(const std::string& key) const {
  for (const Field& field : fields_)
    if (field.key == key) return field.value;
  return nullptr;
}

bool Fields::mentions(const std::string& key) const {
  return find(key) != nullptr || std::find(unreadable_.begin(), unreadable_.end(), key) != unreadable_.end();
}

const Node* Fields::require(const std::string& key, const std::string& what_for) const {
  if (const Node* value = find(key)) return value;
  if (node_.shape == Node::Shape::map && !mentions(key))
    problems_.add(node_.place, "missing key '" + key + "' in " + of_ + " (" + what_for + ")");
  return nullptr;
}

} // namespace experiments
