#pragma once
#include "results/format/document.hpp"
#include "results/format/render.hpp"

namespace results {

/// A grid between horizontal rules, values right-aligned, repeated labels blank. Where a line would be wider
/// than the style, standard errors move below their means; where that is not enough, the value columns are
/// split into panels with the labels repeated. A list keeps its lines whole.
std::string text_grid(const Grid& grid, const Style& style);

} // namespace results
