#pragma once
#include <vector>

#include "core/parameters.hpp"
#include "experiments/config/block.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

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

/// All blocks of a study. criteria[i] is the tuning block of methods[i], where that could be read.
struct StudyBlocks {
  std::vector<Block> data, classifiers, methods;
  std::vector<std::optional<Block>> criteria;
};

/// Whether an axis is a swept parameter, not data, classifier or method, on which every point has a place.
bool is_swept(const results::Axis& axis);

/// data, classifier, method, then one axis for each swept parameter in the order of the file. The values of a
/// swept axis are those of the sweeps, then those at which other blocks of the same kind hold the parameter
/// fixed. Reports a parameter that is swept in blocks of two kinds: a point cannot have two places on one
/// axis.
std::vector<results::Axis> study_axes(const StudyBlocks& blocks, Problems& problems);

/// The alternatives of all blocks with their places on the axes: the swept values, and where another block of
/// the same kind sweeps a parameter, the value at which this one holds it.
struct StudyOptions {
  std::vector<Option> data, classifiers;
  std::vector<MethodOption> methods;
};
StudyOptions study_options(const StudyBlocks& blocks, Problems& problems);

} // namespace experiments
