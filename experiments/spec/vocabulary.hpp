#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"

namespace experiments {

inline bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words that may stand at one place, and what they are called there.
struct Vocabulary {
  std::string noun; ///< kernel, axis, metric
  std::vector<std::string> words;
};

/// A word of the vocabulary. Reports "unknown kernel 'gausian' (accepted: linear, gaussian). Did you mean
/// 'gaussian'?" and then answers the word that was probably meant, so that one slip is one message; nothing
/// where none is close.
std::optional<std::string> read_word(const Node& node, const Vocabulary& vocabulary, Problems& problems);

/// A list of one or more different words of the vocabulary; `key` names the list in messages.
std::vector<std::string> read_words(const Node& node, const std::string& key, const Vocabulary& vocabulary,
                                    Problems& problems);

} // namespace experiments
