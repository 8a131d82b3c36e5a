#include "experiments/yaml/fields.hpp"

#include <algorithm>

#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/scalars.hpp"

namespace experiments {
namespace {

/// {b:1} is the key "b:1" without a value: the part before the ':', if this is such a key.
std::optional<std::string> glued_key(const Node::Pair& pair) {
  const std::size_t colon = pair.key.find(':');
  if (pair.value.shape != Node::Shape::nothing || colon == std::string::npos) return std::nullopt;
  return pair.key.substr(0, colon);
}

} // namespace

std::optional<std::string> read_word(const Node& node, const Vocabulary& vocabulary, Problems& problems) {
  const auto& words = vocabulary.words;
  if (node.shape == Node::Shape::scalar) {
    if (std::find(words.begin(), words.end(), node.text) != words.end()) return node.text;
    const auto text = decode_text(node);
    if (text.value) {
      problems.add(node.place, "unknown " + vocabulary.noun + " '" + shortened(node.text) + "'" +
                                   accepted_and_closest(node.text, words));
      return closest(node.text, words);
    }
  }
  problems.add(node.place, "'" + vocabulary.noun + "' must be a word (found " + found(node) +
                               "; accepted: " + listed(words) + ")");
  return std::nullopt;
}

std::vector<std::string> read_words(const Node& node, const std::string& key, const Vocabulary& vocabulary,
                                    Problems& problems) {
  std::vector<std::string> out;
  if (node.shape != Node::Shape::list || node.items.empty()) {
    problems.add(node.place, "'" + key + "' must be a list such as [" +
                                 (vocabulary.words.empty() ? "" : vocabulary.words.front()) + "] (found " +
                                 (node.shape == Node::Shape::list ? "an empty list" : found(node)) + ")");
    return out;
  }
  for (const Node& item : node.items) {
    const auto word = read_word(item, vocabulary, problems);
    if (!word) continue;
    if (std::find(out.begin(), out.end(), *word) == out.end())
      out.push_back(*word);
    else
      problems.add(item.place, "'" + *word + "' stands twice in '" + key + "'. Keep one of them");
  }
  return out;
}

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

void Fields::text(const std::string& key, std::string& to, const std::string& what_for) const {
  if (const Node* value = look(key, what_for)) to = read_text(*value, key, problems_).value_or(to);
}

void Fields::word(const std::string& key, std::string& to, const Vocabulary& vocabulary,
                  const std::string& what_for) const {
  if (const Node* value = look(key, what_for)) to = read_word(*value, vocabulary, problems_).value_or(to);
}

bool read_switch(const Node& node, const std::string& key, Problems& problems) {
  const bool is_word = node.shape == Node::Shape::scalar && !node.quoted;
  if (is_word && node.text == "true") return true;
  if (!is_word || node.text != "false")
    problems.add(node.place, "'" + key + "' must be true or false (found " +
                                 (is_word ? "'" + node.text + "'" : found(node)) + ")");
  return false;
}

std::optional<std::string> read_name(const Node& node, const std::string& key, Problems& problems) {
  static constexpr const char* safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  const auto text = read_text(node, key, problems);
  if (!text) return std::nullopt;
  if (text->find_first_not_of(safe) == std::string::npos && text->front() != '-' && text->size() <= 64)
    return text;
  problems.add(node.place, "'" + key + "' must be file-safe: at most 64 letters, digits, _ or - (found " +
                               found(node) + ")");
  return std::nullopt;
}

} // namespace experiments
