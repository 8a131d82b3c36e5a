#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"

// A figure of a paper as values: lines over a common x, with what is written around them. Not yet a picture:
// chart_svg.hpp turns it into one.
namespace results {

struct ChartLine {
  std::string name, label; ///< the column, the printed phrase
  std::vector<double> y;   ///< one a point of Chart::x; where it is not finite the line has a gap
};

/// A place on the x-axis with a vertical line.
struct ChartMark {
  std::string label;
  double x = 0;
};

/// Single points, not joined.
struct ChartDots {
  std::string table, x_name, y_name;
  std::vector<double> x, y; ///< of one length
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
  std::vector<ChartLine> lines{}; ///< at least one
  std::vector<ChartMark> marks{}; ///< within the range of x
  std::vector<ChartFact> facts{};
  std::optional<ChartDots> dots{};
};

/// The smallest and the largest finite value.
struct Extent {
  double least = 0, most = 0;
};
Extent x_extent(const Chart& chart); ///< of the lines: dots beyond it are not drawn
Extent y_extent(const Chart& chart); ///< of all lines and dots

/// The charts that the layout asks for, one for each computation of the study whose replicate is stored with
/// the table, in the order of the design; none where the layout asks for none. Throws UserError where the
/// stored table lacks a column, or a cell lacks a marked diagnostic.
std::vector<Chart> charts(const Results& results);

} // namespace results
