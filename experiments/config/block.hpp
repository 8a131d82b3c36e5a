#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/plan/study.hpp"

namespace experiments {

/// One of the four sorts of blocks in a study.
struct BlockKind {
  std::string section; ///< the top-level key: data, classifiers, methods; the criteria stand inside methods
  std::string noun;    ///< data set, classifier, method, criterion
  std::string id_key;  ///< the key that names the catalogue's entry: source, classifier, method, criterion
  const std::vector<core::Entry>* entries;
  std::vector<std::string> own_keys{}; ///< keys that are no parameters: name, label, ...
};

struct BlockKinds {
  BlockKind data, classifier, method, criterion;
};

/// The four kinds. Refers to the catalogue.
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

/// Reads a section (data, classifiers, methods): a list of blocks whose names differ.
std::vector<Block> read_blocks(const Node& section, const BlockKind& kind, Problems& problems);

} // namespace experiments
