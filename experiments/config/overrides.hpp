#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// The keys a study may have.
inline std::vector<std::string> top_level_keys() {
  return {"paper",       "title",      "seed",     "replications", "until",    "data",
          "classifiers", "methods",    "metrics",  "layout",       "failures", "published",
          "conventions", "deviations", "readings", "extends"};
}

/// One key=value of the command line, the value read as YAML.
struct KeyValue {
  std::vector<std::string> path; ///< the key, cut at its dots; at least one part, none empty
  Node value;
  Place place;
};

/// How messages speak of such a text, and the key they show to who wrote none.
struct KeyValueForm {
  SourceText::Origin origin;
  std::string example;
};

/// Reads the text of one and registers it with `problems`, which hear what is wrong with it.
std::optional<KeyValue> parse_key_value(const std::string& text, const KeyValueForm& form,
                                        Problems& problems);

/// The name of a block: that under `name`, or else the last part of its id, which stands under `id_key`.
std::string name_of_block(const Node& block, const std::string& id_key);

/// Sets a key of a map, whether it is there or not.
void set_key(Node& map, const std::string& key, const KeyValue& setting);

/// Applies key=value settings of the command line to a config, in their order. The value is YAML. The key is
///   a dotted path: map keys, and list elements by 0-based index, name or catalogue id
///   (methods.bracket.intervals), or a bare parameter such as `intervals`: it is set in every block whose
///   catalogue entry has it, provided that only one kind of block does.
/// Reports malformed settings and paths that lead nowhere.
void apply_overrides(Node& root, const std::vector<std::string>& overrides, const Catalogue& catalogue,
                     Problems& problems);

} // namespace experiments
