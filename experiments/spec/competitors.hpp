#pragma once
#include <string>
#include <vector>

#include "experiments/spec/layout.hpp"

namespace experiments {

/// What is compared with each other.
struct Competitors {
  std::string axis;                ///< empty where it cannot be read
  std::vector<std::string> values; ///< on it
};

/// Reads `among`: an axis, whose values all compete, or a list of methods, in the order wanted. Reports fewer
/// than two.
Competitors read_competitors(const Node& node, const LayoutContext& context, Problems& problems);

} // namespace experiments
