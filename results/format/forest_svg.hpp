#pragma once
#include <optional>
#include <string>

#include "results/answer/forest.hpp"
#include "results/report/document.hpp"

namespace results {

inline constexpr double bar_errors = 2; ///< standard errors to both sides of a mean

/// The path of a filled symbol around a spot, after "M x y": a circle, of what is off a square, of what
/// cannot be told a triangle.
const char* outline_of(const std::optional<Verdict>& verdict);

/// A label as it is drawn: the paper's method has a star in place of these words.
std::string drawn_label(const std::string& label);

/// The range of a panel: of all bars, but for means that lie far from the middle half of them.
Extent extent_of(const ForestBlock& block);

/// A forest plot, 800 pixels wide, black on white: a panel a block, in it a row a cell. The published number
/// is a hollow grey diamond, marginlab's below it is filled: a blue circle where they match, an orange square
/// where they are off, a dark triangle where neither can be told. Bars reach two standard errors to both
/// sides. A mean far from the others, or infinite, is an arrow at the edge with its number.
std::string svg_of(const Forest& forest);

} // namespace results
