#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/report/panels/chart.hpp"
#include "results/report/panels/heat_map.hpp"
#include "results/report/table.hpp"
#include "results/statistics/agreement.hpp"

// A report as every format prints it: grids of finished text, in which numbers are already rounded. A format
// decides how it looks, never what it says.
namespace results {

/// One value of a grid.
struct Entry {
  std::string text;     ///< the number
  std::string spread{}; ///< its standard error in parentheses
  std::string mark{};   ///< a footnote sign, or the replicates behind it: [97/100]
  bool strong = false;  ///< the best of its row
  std::optional<Verdict> verdict{};
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

/// What stands under the tables: a heading and its sentences.
struct Section {
  std::string heading;
  std::vector<std::string> lines;
};

/// Facts about the making of the results that only a page with room shows in full.
struct Detail {
  std::string name, text;
};

struct Document {
  std::string study, title;
  VerdictCounts counts; ///< of what is judged: cells, or pairs of methods
  std::vector<Grid> grids;
  std::vector<HeatMap> heat_maps;
  std::vector<Chart> charts{};
  std::vector<Section> sections;
  std::vector<Detail> details;
};

} // namespace results
