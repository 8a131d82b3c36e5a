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

/// Sets a key of a map, whether it is there or not.
void set_key(Node& map, const std::string& key, const KeyValue& setting);

/// Applies key=value settings of the command line to a config, in their order. The value is YAML. The key is
///   a dotted path: map keys, and list elements by 0-based index, name or catalogue id
///   (methods.bracket.intervals), or a bare parameter such as `intervals`: it is set in every block whose
///   catalogue entry has it, provided that only one kind of block does.
/// Reports malformed settings and paths that lead nowhere.
void apply_overrides(Node& root, const std::vector<std::string>& overrides, const Catalogue& catalogue,
                     Problems& problems);

/// `readings` of a config expanded: a small factorial over what a paper leaves open. Each convention has two
/// or more ways, a list of key=value settings each, the first empty: the study's own. A block that some ways
/// change is joined by one block for each content it comes to, `liver-as_they_are`, which stands for the
/// published numbers of the first; blocks that none changes are shared, and so are the cells and fits of
/// equal settings. A convention changes blocks of one kind, so that data x classifiers x methods are the
/// factorial. At most most_readings readings.
///   The answer is the request of the panel `reading_search` (results/report/panels/reading_search.hpp);
/// nothing where the config has no `readings`, or wrong ones, which are reported.
std::optional<results::PanelRequest> expand_readings(Node& root, const Catalogue& catalogue,
                                                     Problems& problems);

inline constexpr std::size_t most_readings = 256;

} // namespace experiments
