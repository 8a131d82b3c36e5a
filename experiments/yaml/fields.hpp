#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/words.hpp"
#include "experiments/yaml/diagnostics.hpp"

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

/// What a word of the list stands for; nothing where none of them was meant. Reports as above.
template <class T>
std::optional<T> read_word(const Node& node, const std::string& noun, const core::Words<T>& words,
                           Problems& problems) {
  const auto word = read_word(node, {noun, words.all()}, problems);
  return word ? words.find(*word) : std::nullopt;
}

/// A list of one or more different words of the vocabulary; `key` names the list in messages.
std::vector<std::string> read_words(const Node& node, const std::string& key, const Vocabulary& vocabulary,
                                    Problems& problems);

/// What a map may contain, for messages.
struct FieldRules {
  std::string of;                    ///< "the layout", "tuning 'fixed'"
  std::vector<std::string> accepted; ///< its keys
};

/// One key of a map, under the name it was meant to have.
struct Field {
  std::string key;
  Place place; ///< of the key
  const Node* value;
};

/// The keys of one map. Construction reports what is no map and every unknown key; a misspelt key then counts
/// as the one it was meant to be, so that one slip is one message. Refers to the node it was made from.
class Fields {
 public:
  Fields(const Node& node, const FieldRules& rules, Problems& problems);

  /// The value, or nullptr.
  const Node* find(const std::string& key) const;

  /// The value; reports a missing key at the map. `what_for` ends the sentence "missing key 'x' in y (...)".
  const Node* require(const std::string& key, const std::string& what_for) const;

  // One key, read into its member. This keeps what it has where the key is left out or its value is wrong,
  // which is reported. Where there is a `what_for` the key is required.
  void text(const std::string& key, std::string& to, const std::string& what_for = "") const;
  void word(const std::string& key, std::string& to, const Vocabulary& vocabulary,
            const std::string& what_for = "") const;

  /// A word of those that name the values of the member's type, called by the key in messages.
  template <class T>
  void word(const std::string& key, T& to, const std::string& what_for = "") const {
    if (const Node* value = look(key, what_for))
      to = read_word(*value, key, words_of(to), problems_).value_or(to);
  }

  /// Whether the key was written, however badly.
  bool mentions(const std::string& key) const;

  const std::vector<Field>& all() const { return fields_; } ///< in the order of the file

 private:
  const Node* look(const std::string& key, const std::string& what_for) const {
    return what_for.empty() ? find(key) : require(key, what_for);
  }

  const Node& node_;
  std::string of_;
  Problems& problems_;
  std::vector<Field> fields_;
  std::vector<std::string> unreadable_; ///< written without the blank behind the ':'
};

/// true or false, unquoted; reports anything else, the other words YAML readers take for one included, and
/// answers false.
bool read_switch(const Node& node, const std::string& key, Problems& problems);

/// A name that can be part of a file name and of a dotted path: letters, digits, _ and -, at most 64 of them,
/// the first no '-'. Reports anything else.
std::optional<std::string> read_name(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
