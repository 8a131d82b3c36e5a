#pragma once
#include <string>
#include <vector>

#include "core/settings/parameters.hpp"

namespace experiments {

/// What a config may name of this kind, as a JSON array: data, classifiers, methods, criteria or metrics.
/// Each has id, label, meaning and source; its parameters have key, kind (integer, real, text, reals),
/// meaning, default or null, words, least, most and only_with; classes, takes_classifier, takes_lambda and
/// decides_only are there where they have a meaning. Throws UserError for another kind.
std::string entries_json(const std::string& kind);

/// The kinds.
const std::vector<std::string>& entry_kinds();

} // namespace experiments
