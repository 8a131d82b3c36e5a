#pragma once
#include <string>

#include "results/answer/forest.hpp"

namespace results {

/// A forest plot, 800 pixels wide, black on white: a panel a block, in it a row a cell. The published number
/// is a hollow grey diamond, marginlab's below it is filled: a blue circle where they match, an orange square
/// where they are off, a dark triangle where neither can be told. Bars reach two standard errors to both
/// sides. A mean far from the others, or infinite, is an arrow at the edge with its number.
std::string svg_of(const Forest& forest);

} // namespace results
