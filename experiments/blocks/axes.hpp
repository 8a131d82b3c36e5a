#pragma once
#include <vector>

#include "experiments/blocks/block.hpp"

namespace experiments {

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
