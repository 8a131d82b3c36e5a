#pragma once
#include <optional>
#include <string>

#include "experiments/spec/problems.hpp"

namespace experiments {

/// What stands behind the last '/' of a catalogue id: example1 of wang2008/example1.
std::string last_part(const std::string& id);

/// A name that can be part of a file name and of a dotted path: letters, digits, _ and -, at most 64 of them,
/// the first no '-'. Reports anything else.
std::optional<std::string> read_name(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
