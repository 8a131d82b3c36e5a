#pragma once
#include "results/format/svg.hpp"
#include "results/report/document.hpp"

namespace results {

/// The critical-difference diagram of mean ranks (Demsar 2006, figure 1): the axis of ranks with the best at
/// the left, above it the critical difference as a bar of its length, below it a thick bar over each group
/// that cannot be told apart, and each name with its mean rank at the end of a line from its place. Ink of
/// one colour alone, so that it reads in black and white. Methods of level ranks share a place. A critical
/// difference longer than the axis is drawn to its end, and said. Cost: linear in methods and groups.
svg::Figure rank_figure(const RankDiagram& diagram);

} // namespace results
