#pragma once
#include <string>
#include <vector>

#include "results/format/style.hpp"
#include "results/report/document.hpp"

// A grid as lines of a terminal, none of them wider than it is asked to be.
namespace results {

inline constexpr std::size_t column_gap = 2; ///< blanks between columns

/// Where standard errors stand: in the line of their means, or in lines of their own.
enum class Spread { beside, below };

/// How a grid is laid out. Widths are in characters.
struct GridShape {
  Spread spread = Spread::beside;
  std::size_t hoisted = 0; ///< label columns, from the left, that stand in lines of their own above the rows
  std::size_t indent = 0;  ///< of the rows, where there are such lines
  std::vector<std::size_t> stub{};         ///< of the label columns that are left
  std::vector<std::size_t> core{}, tail{}; ///< of each value column: the aligned part, and what hangs behind

  std::size_t stubs() const; ///< of the indent and the label columns, each with a gap behind it

  /// The width of the value columns first .. last - 1 with the gaps between them.
  std::size_t span(std::size_t first, std::size_t last) const;
};

/// The first of these that fits the limit: every row on one line; of a list, its outer labels on lines of
/// their own; standard errors below their means. Where none does, labels and entries are cut into lines so
/// that at least one value column fits beside the labels.
GridShape fitting_shape(const Grid& grid, std::size_t limit);

/// Value columns first .. last - 1.
struct ColumnRange {
  std::size_t first, last;
};

/// The fewest runs of columns that fit the limit with the labels repeated. Columns under one outermost head
/// stay together unless they alone are too wide.
std::vector<ColumnRange> column_runs(const Grid& grid, const GridShape& shape, std::size_t limit);

/// A grid between horizontal rules, values right-aligned, repeated labels blank, a long head on several
/// lines. No line is wider than the style, which is at least 40.
std::string text_grid(const Grid& grid, const Style& style);

/// Lines of at most `width` characters: broken at blanks, and a longer word within.
std::vector<std::string> broken(const std::string& text, std::size_t width);

} // namespace results
