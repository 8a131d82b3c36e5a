#pragma once
#include <limits>
#include <string>
#include <vector>

#include "results/report/panel.hpp"

namespace results {

// How far the readings of a paper are from what it prints. A paper that leaves something open is computed in
// several ways, each a block that stands for the same published name; a reading is one combination of them.

/// One reading against the published numbers it is a reading of, all other axes taken together.
struct Distance {
  std::vector<std::string> labels; ///< of the reading, on Distances::axes
  std::string published;           ///< whose numbers: the values the paper names, "Example 1, Platt's"
  std::size_t numbers = 0;         ///< the paper prints
  std::size_t cells = 0;           ///< of these with a mean of ours
  double rms = std::numeric_limits<double>::quiet_NaN();  ///< root mean square of ours - published
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< of ours - published, with its sign
  VerdictCounts counts{};
  bool best = false; ///< the least rms, as printed, of the readings of the same numbers
};

struct Distances {
  std::vector<Axis> axes;           ///< those on which some value stands for another
  std::vector<std::string> metrics; ///< labels
  int decimals = 4;                 ///< of rms and mean
  std::vector<Distance> rows;
};

/// The readings that have published numbers of these metrics, in the order of the axes' values, those of the
/// same numbers together. Only readings with as many cells as any other of the same numbers compete for the
/// least rms, and only if there are two. A mean of ours that is infinite where the paper's is not makes the
/// rms infinite.
Distances distances(const Table& table, const StudyCard& card, const std::vector<std::string>& metrics);

/// One row a reading: whose numbers, the reading, how many cells, root mean square and mean of ours -
/// published, verdicts. The least root mean square of the readings of the same numbers is strong. Nothing
/// where no reading has published numbers.
PanelEntry readings_panel();

} // namespace results
