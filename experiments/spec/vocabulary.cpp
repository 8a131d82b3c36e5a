#include "experiments/spec/vocabulary.hpp"

#include <algorithm>

#include "experiments/spec/display.hpp"
#include "experiments/spec/scalar.hpp"
#include "experiments/spec/suggestion.hpp"

namespace experiments {

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

} // namespace experiments
