#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/settings/parameters.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// One of the sorts of blocks in a study.
struct BlockKind {
  std::string section; ///< the top-level key: data, classifiers, methods; the criteria stand inside methods
  std::string noun;    ///< data set, classifier, method, criterion
  std::string id_key;  ///< the key that names the catalogue's entry: source, classifier, method, criterion
  const std::vector<core::Entry>* entries;
  std::vector<std::string> own_keys{}; ///< keys that are no parameters: name, label, ...
};

struct BlockKinds {
  BlockKind data, classifier, method, criterion, metric;
};

/// The five kinds. Refers to the catalogue.
BlockKinds block_kinds(const Catalogue& catalogue);

/// One parameter of a block: what was written for it, or its default.
struct BlockParameter {
  const core::ParameterSpec* spec;
  std::vector<core::Value> values; ///< one, or those of a sweep; none where it could not be read
  bool swept = false;
  Place place{}; ///< of its key; of the block for a default
};

/// The published name that a block is compared with in place of its own.
struct StandIn {
  std::string name;
  Place place{}; ///< of that name
};

/// A block as read: which entry, under which name, with what for each parameter (in the order of the file,
/// then the defaults). Points into the catalogue and the tree.
struct Block {
  const Node* node;
  const core::Entry* entry = nullptr; ///< nullptr where the config names none that exists
  core::Choice choice{};              ///< without parameters
  std::vector<BlockParameter> parameters{};
  const Node* tuning = nullptr; ///< of a method
  std::optional<StandIn> stands_for{};

  /// A method that has no lambda, and so no tuning block.
  bool is_untuned() const { return entry != nullptr && !entry->takes_lambda; }
};

/// Reads one block; reports unknown keys and ids, missing and malformed parameters, names that are not
/// file-safe.
Block read_block(const Node& node, const BlockKind& kind, Problems& problems);

/// Reads a section (data, classifiers, methods): a list of blocks whose names differ. Blocks that would be
/// printed alike are printed by their names where they have no label; labels that are written twice are
/// reported.
std::vector<Block> read_blocks(const Node& section, const BlockKind& kind, Problems& problems);

/// Whether a value is written as a sweep, {grid: [...]}, or as a misspelt one.
bool is_sweep(const Node& node);

/// The values of a sweep, one alternative each. Reports what is no list, malformed values and repeated ones.
std::vector<core::Value> read_sweep(const Node& node, const core::ParameterSpec& spec, Problems& problems);

/// Whether a parameter matters for at least one combination of these values; parameters that could not be
/// read do not make others matter.
bool may_matter(const core::ParameterSpec& spec, const std::vector<BlockParameter>& parameters);

/// How many alternatives the blocks of one kind may have together, sweeps multiplied out.
inline constexpr std::size_t most_alternatives = 10000;

/// One way to resolve a block: a value for each parameter that matters, and the swept values it came from.
struct Alternative {
  core::Parameters parameters;
  results::Coordinates at;
};

/// Reports the block with which they are more than most_alternatives.
void report_too_many(const Block& block, Problems& problems);

/// All combinations of the swept values, the last swept parameter fastest. A parameter whose only_with is not
/// met is left out of `parameters`; if it is swept, its value still stands in `at`. Too many are reported;
/// then none.
std::vector<Alternative> multiply_out(const Block& block, Problems& problems);

} // namespace experiments
