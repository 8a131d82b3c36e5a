#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"

namespace experiments {

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

  /// Whether the key was written, however badly.
  bool mentions(const std::string& key) const;

  const std::vector<Field>& all() const { return fields_; } ///< in the order of the file

 private:
  const Node& node_;
  std::string of_;
  Problems& problems_;
  std::vector<Field> fields_;
  std::vector<std::string> unreadable_; ///< written without the blank behind the ':'
};

} // namespace experiments
