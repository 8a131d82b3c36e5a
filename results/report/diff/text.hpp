#pragma once
#include <string>

#include "results/report/diff/cells.hpp"
#include "results/report/diff/means.hpp"

namespace results {

/// The two files a difference is between, as their user named them.
struct Compared {
  const Results &a, &b;
  std::string name_a, name_b;
};

/// The cells: counts, then each listed one with the values that differ, at most a few, and the command that
/// computes it again. Several lines.
std::string cells_text(const CellComparison& cells, const Compared& files);

/// The means: how many were compared, how many lie beyond 3 standard errors and how many would by chance,
/// then the farthest. Several lines; empty where every point has its
/// counterpart and equal settings.
std::string means_text(const MeanComparison& means, const Compared& files);

} // namespace results
