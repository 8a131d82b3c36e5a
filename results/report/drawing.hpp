#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/report/table.hpp"

// Pictures as values: what is drawn, with everything that is written around it. results/format turns them
// into drawings.
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

// Lines over a common x, with what stands around them.

struct ChartLine {
  std::string name, label; ///< the column, the printed phrase
  std::vector<double> y;   ///< one a point of Chart::x; where it is not finite the line has a gap
};

/// A place on the x-axis with a vertical line.
struct ChartMark {
  std::string label;
  double x = 0;
};

/// Points by themselves, not joined; those of one group, such as a class, have one symbol.
struct ChartDots {
  std::string table, x_name, y_name;
  std::vector<double> x, y;    ///< of one length
  std::string group_name{};    ///< empty = there is one group
  std::vector<double> group{}; ///< of the same length, or empty

  std::vector<double> groups() const; ///< the distinct values, ascending
};

/// Lines with an x of their own, such as the boundaries of classes: the points of one group are joined in
/// their order.
struct ChartBorders {
  std::string table, x_name, y_name;
  std::vector<std::vector<std::pair<double, double>>> lines; ///< (x, y)
};

/// A diagnostic that is no place on the x-axis: a sentence below the chart.
struct ChartFact {
  std::string label;
  double value = 0;
};

struct Chart {
  std::string title;              ///< study, place and replicate, in one line
  std::int32_t setting = 0;       ///< index into StudyCard::settings
  std::string x_name;             ///< the column
  std::string x_label, y_label;   ///< y_label may be empty
  std::vector<double> x{};        ///< [B]; two equal neighbours are a jump
  std::vector<ChartLine> lines{}; ///< over x
  bool joined = true;             ///< the points of a line; otherwise each is a symbol
  std::vector<ChartMark> marks{}; ///< within the range of x
  std::vector<ChartFact> facts{};
  std::optional<ChartDots> dots{};
  std::optional<ChartBorders> borders{};
};

/// The smallest and the largest finite value.
struct Extent {
  double least = 0, most = 0;
};
Extent x_extent(const Chart& chart); ///< of the lines, beyond which no dots are drawn; without lines of the
                                     ///< dots, without these of the borders
Extent y_extent(const Chart& chart); ///< of all lines and dots; without these of the borders

} // namespace results
