#pragma once
#include <vector>

#include "core/parameters.hpp"
#include "experiments/spec/block.hpp"
#include "results/study_card.hpp"

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

} // namespace experiments
