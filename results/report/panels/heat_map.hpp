#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/report/table.hpp"

namespace results {

/// One metric over two axes of a swept study, everything else held.
struct HeatMap {
  std::string title;                 ///< study, metric and the held values, in one line
  std::string row_axis, column_axis; ///< labels
  std::vector<std::string> row_labels, column_labels;
  std::vector<std::vector<std::optional<TableCell>>> cells; ///< [rows][columns]
  double least = 0, most = 0;                               ///< of the finite means: the colour scale
  bool smaller_is_better = true;
  int decimals = 3;

  /// Where a mean lies between least and most, 0 .. 1; nothing for a mean that is not finite. 0.5 if all are
  /// equal.
  std::optional<double> shade(const TableCell& cell) const;

  /// Whether a mean is level with the best of the map as printed.
  bool is_best(const TableCell& cell) const;
};

/// One map for each shown metric and each combination of places on the axes that vary and are not the map's;
/// none where the layout asks for none. Throws UserError where the layout names an axis the study does not
/// have.
std::vector<HeatMap> heat_maps(const Table& table, const StudyCard& card);

} // namespace results
