#pragma once
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "results/record/study_card.hpp"
#include "results/report/table/table.hpp"
#include "results/statistics/agreement.hpp"

// Pictures as values: what is drawn, with everything that is written around it. results/format turns them
// into drawings.
namespace results {

/// One metric over two axes of a swept study, everything else held.
struct HeatMap {
  std::string title;                 ///< study, metric and the held values, in one line
  std::string row_axis, column_axis; ///< labels
  std::vector<std::string> row_labels, column_labels;
  std::vector<std::vector<std::optional<TableCell>>> cells; ///< [rows][columns]
  double least = 0, most = 0;                               ///< of the finite means of this map
  double scale_least = 0, scale_most = 0; ///< the colour scale, of all maps of the metric on the data
  bool smaller_is_better = true;
  int decimals = 3;

  /// Where a mean lies on the colour scale, 0 .. 1; nothing for a mean that is not finite. 0.5 if all are
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

/// Mean ranks on one axis (Demsar 2006, figure 1): which of them a critical difference tells apart.
struct RankDiagram {
  std::string title;                            ///< study, metric and place, in one line
  std::vector<std::string> labels;              ///< of what is ranked
  std::vector<double> ranks;                    ///< their mean ranks, 1 .. their number; finite
  double critical_difference = 0;               ///< positive
  std::string places;                           ///< over what they are means: "14 data sets"
  std::vector<std::vector<std::size_t>> groups; ///< that cannot be told apart, each by mean rank
};

/// The smallest and the largest finite value.
struct Extent {
  double least = 0, most = 0;
};
Extent x_extent(const Chart& chart); ///< of the lines, beyond which no dots are drawn; without lines of the
                                     ///< dots, without these of the borders
Extent y_extent(const Chart& chart); ///< of all lines and dots; without these of the borders

// A report as every format prints it: grids of finished text, in which numbers are already rounded. A format
// decides how it looks, never what it says.

/// One value of a grid.
struct Entry {
  std::string text;     ///< the number
  std::string spread{}; ///< its standard error in parentheses
  std::string mark{};   ///< a footnote sign, or the replicates behind it: [97/100]
  bool strong = false;  ///< the best of its row
  std::optional<Verdict> verdict{};
  std::optional<Verdict> tint{}; ///< a number that has the colour of this verdict
  std::optional<double> shade{}; ///< 0 least .. 1 most, on a heat map
};

inline Entry count_entry(std::size_t count) {
  return {.text = std::to_string(count)};
}

/// The parts of an entry that are not empty, one blank between them.
std::string flat(const Entry& entry);

struct HeadCell {
  std::string text;
  std::size_t columns = 1; ///< how many value columns it stands over
};

struct GridRow {
  std::vector<std::string> labels;
  std::vector<Entry> entries;
  std::string heading{}; ///< a line above the row, over the whole width; empty = none. A terminal's only
};

struct Grid {
  std::string title;                        ///< one line, unique in the report, so that a diff anchors on it
  std::vector<std::string> stub;            ///< headings of the label columns
  std::vector<std::vector<HeadCell>> heads; ///< above the value columns, outermost first; at least one level
  std::vector<GridRow> rows;
  bool is_list = false; ///< one number a row with its comparison, rather than the paper's shape

  std::size_t columns() const { return rows.empty() ? 0 : rows.front().entries.size(); }
};

/// How many labels of a row, from the left, say the same as in the row above.
std::size_t repeated_labels(const Grid& grid, std::size_t row);

/// What a section is about; they stand in this order.
enum class Topic { pictures, verdicts, cells, averages, methods, replicates, panel, study };

/// What stands under the tables: a heading and its sentences.
struct Section {
  std::string heading;
  std::vector<std::string> lines;
  Topic topic = Topic::panel;
};

/// A drawing, and the grid that says the same in words, if one does.
struct Picture {
  std::variant<HeatMap, Chart, RankDiagram> drawing;
  std::optional<Grid> in_words{};

  const std::string& title() const {
    return std::visit([](const auto& drawn) -> const std::string& { return drawn.title; }, drawing);
  }
};

/// One line of the long form, which a program reads: where it stands, and a text for each column behind its
/// axes, empty where there is nothing to say.
struct LongRow {
  Coordinates at;
  std::string metric, published{}, published_se{}, marginlab{}, mcse{}, n_ok{}, n{}, z{}, verdict{};
  std::string replicates_wanted{}; ///< of a cell that cannot tell, the replications that would settle it
  std::string detectable{};        ///< of a cell with a z, the smallest difference off with probability 0.8
};

struct LongColumn {
  const char* name;
  std::string LongRow::* text;
};

/// The columns of the long form behind those of its axes.
inline constexpr std::array<LongColumn, 11> long_columns{{{"metric", &LongRow::metric},
                                                          {"published", &LongRow::published},
                                                          {"published_se", &LongRow::published_se},
                                                          {"marginlab", &LongRow::marginlab},
                                                          {"mcse", &LongRow::mcse},
                                                          {"n_ok", &LongRow::n_ok},
                                                          {"n", &LongRow::n},
                                                          {"z", &LongRow::z},
                                                          {"verdict", &LongRow::verdict},
                                                          {"replicates_wanted", &LongRow::replicates_wanted},
                                                          {"detectable", &LongRow::detectable}}};

/// Facts about the making of the results that only a page with room shows in full.
struct Detail {
  std::string name, text;
};

struct Document {
  std::string study, title;
  VerdictCounts counts; ///< of what is judged: cells, or pairs of methods
  std::vector<Grid> grids;
  std::vector<Picture> pictures{};
  std::vector<Section> sections;
  std::vector<Detail> details;
  std::vector<std::string> axes{}; ///< names, those of LongRow::at
  std::vector<LongRow> long_form{};
};

/// Every text of a report made one line that steers no terminal and breaks no line of a format: names and
/// sentences may come from a file that somebody else wrote. Details keep their lines.
void make_printable(Document& document);
void make_printable(Grid& grid);

} // namespace results
