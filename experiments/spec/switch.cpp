#include "experiments/spec/switch.hpp"

#include "experiments/spec/scalar.hpp"

namespace experiments {

bool read_switch(const Node& node, const std::string& key, Problems& problems) {
  const bool is_word = node.shape == Node::Shape::scalar && !node.quoted;
  if (is_word && node.text == "true") return true;
  if (!is_word || node.text != "false")
    problems.add(node.place, "'" + key + "' must be true or false (found " +
                                 (is_word ? "'" + node.text + "'" : found(node)) + ")");
  return false;
}

} // namespace experiments
