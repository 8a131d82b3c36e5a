#pragma once
#include <optional>

#include "experiments/spec/layout.hpp"

namespace experiments {

/// Reads {over, among, of, alpha, sides}: which values are tested against each other. `among` is an axis, or
/// a list of methods. Reports a comparison along the axis it is counted over, and fewer than two values.
std::optional<results::PairedTestLayout> read_paired_tests(const Node& node, const LayoutContext& context,
                                                           Problems& problems);

} // namespace experiments
