#include "experiments/spec/key_value.hpp"

#include <algorithm>

#include "experiments/spec/text_rules.hpp"
#include "experiments/spec/tree_rules.hpp"
#include "experiments/spec/yaml_tree.hpp"

namespace experiments {
namespace {

std::vector<std::string> split_path(const std::string& key) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

} // namespace

std::optional<KeyValue> parse_key_value(const std::string& text, const KeyValueForm& form,
                                        Problems& problems) {
  const std::size_t equals = text.find('=');
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  const int source = problems.add_source({text, form.origin, split_lines(value)});
  const Place place{source, 1, 1};
  auto path = split_path(text.substr(0, equals));
  if (equals == std::string::npos || std::find(path.begin(), path.end(), "") != path.end()) {
    problems.add(place, "not of the form key=value (the key is a path such as " + form.example + ")");
    return std::nullopt;
  }
  if (!obeys_text_rules(value, source, problems)) return std::nullopt;
  auto node = parse_yaml(value, source, problems);
  if (!node) return std::nullopt;
  keep_tree_rules(*node, problems);
  node->place = place;
  return KeyValue{std::move(path), std::move(*node), place};
}

void set_key(Node& map, const std::string& key, const KeyValue& setting) {
  if (Node* old = map.find(key))
    *old = setting.value;
  else
    map.pairs.push_back({key, setting.place, setting.value});
}

} // namespace experiments
