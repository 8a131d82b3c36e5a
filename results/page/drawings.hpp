#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/answer/forest.hpp"
#include "results/page/cell_facts.hpp"
#include "results/report/verdicts/blocks.hpp"

namespace results {

/// The share of each verdict as a bar of one line. Empty where nothing is judged.
std::string verdict_bar(const VerdictCounts& counts);

/// A z and what it was judged to be.
struct ZMark {
  double z = 0;
  std::optional<Verdict> verdict{};
};

/// The z on one scale from -12 to 12, the bands of 2 and 3 behind them; what lies farther out is at the edge,
/// what is infinite an arrow there. Empty where there is none.
std::string z_strip(std::vector<ZMark> marks);

/// The z of a comparison; where the difference is infinite, and so has none, that difference.
double side_of(const Agreement& agreement);

/// The margin of a claim's comparison in its standard errors, on the scale of z_strip: the side of the claim
/// is the right one. An infinite margin is an arrow at the edge. Empty where there is none.
std::string margin_strip(double errors, Verdict verdict);

/// A panel of the forest plot: a row a number, which links to its cell. The published number is hollow and
/// above, marginlab's filled; the bars are two standard errors to both sides; a mean beyond the range, or
/// infinite, is an arrow at the edge.
std::string forest_panel(const ForestBlock& block, const std::vector<CellFacts>& cells);

} // namespace results
