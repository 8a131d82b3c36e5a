#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "results/record/study_card.hpp"
#include "results/report/drawing.hpp"
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
  std::variant<HeatMap, Chart> drawing;
  std::optional<Grid> in_words{};

  const std::string& title() const {
    return std::visit([](const auto& drawn) -> const std::string& { return drawn.title; }, drawing);
  }
};

/// One line of the long form, which a program reads: where it stands, and its fields in the order of
/// long_row_fields.
struct LongRow {
  Coordinates at;
  std::vector<std::string> fields;
};

/// `replicates_wanted`: of a cell that cannot tell, the replications that would settle it. `detectable`: the
/// smallest difference that would be off with probability 0.8, of cells with a z; a row may end before it.
inline const std::vector<std::string> long_row_fields{
    "metric", "published", "published_se",      "ours",      "mcse", "n_ok", "n",
    "z",      "verdict",   "replicates_wanted", "detectable"};

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

} // namespace results
