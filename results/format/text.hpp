#pragma once
#include <string>
#include <vector>

#include "results/format/colour.hpp"
#include "results/format/render.hpp"
#include "results/report/document.hpp"

namespace results {

// Colours of a terminal, as ANSI escape sequences; texts pass unchanged where colour is not asked for.

std::string bold(const std::string& text, Colour colour);
std::string faint(const std::string& text, Colour colour);

/// green match, red off, yellow cannot tell, faint not published
std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour);

/// On the heat map's colour for a share in 0 .. 1, in black or white, whichever is easier to read.
std::string on_shade(const std::string& text, double share, Colour colour);

// How wide the columns of a grid are in a terminal, and which of them fit beside each other.

inline constexpr std::size_t column_gap = 2; ///< blanks between columns

/// Where standard errors stand: in the line of their means, or in lines of their own.
enum class Spread { beside, below };

/// The right-aligned part of an entry in its line 0, 1 (standard error below) or 2 (mark below).
std::string core_of(const Entry& entry, Spread spread, int line);

/// What hangs behind the aligned part of line 0: the star of the best, a mark.
std::string tail_of(const Entry& entry, Spread spread);

/// How many lines an entry takes.
int height_of(const Entry& entry, Spread spread);

/// The widths of a grid's columns in characters.
struct TextWidths {
  Spread spread = Spread::beside;
  std::vector<std::size_t> stub, core, tail;

  /// Of all label columns, each with a gap behind it.
  std::size_t stubs() const;

  /// Of the value columns first .. last - 1 with the gaps between them.
  std::size_t span(std::size_t first, std::size_t last) const;
};

/// Widths for every column of the grid: standard errors beside their means where that fits the limit, else
/// below.
TextWidths fitting_widths(const Grid& grid, std::size_t limit);

/// Widths with standard errors beside, whatever the limit.
TextWidths single_line_widths(const Grid& grid);

/// Value columns first .. last - 1.
struct ColumnRange {
  std::size_t first, last;
};

/// The fewest runs of columns that fit the limit with the labels repeated. Columns under one outermost head
/// stay together unless they alone are too wide.
std::vector<ColumnRange> column_runs(const Grid& grid, const TextWidths& widths, std::size_t limit);

/// A grid between horizontal rules, values right-aligned, repeated labels blank. Where a line would be wider
/// than the style, standard errors move below their means; where that is not enough, the value columns are
/// split into runs with the labels repeated. A list keeps its lines whole.
std::string text_grid(const Grid& grid, const Style& style);

/// For a terminal, or a file that is read in one. UTF-8; escape sequences only where the style asks for
/// colour.
std::string text_of(const Document& document, const Style& style);

} // namespace results
