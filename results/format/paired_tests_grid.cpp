#include "results/format/paired_tests_grid.hpp"

#include <cmath>

#include "core/parameters.hpp"
#include "results/format/grids.hpp"
#include "results/format/number.hpp"
#include "results/table/places.hpp"

namespace results {
namespace {

constexpr int correlation_decimals = 2;

std::string place_of(const PairedTests& tests, const TestMatrix& matrix) {
  std::string out;
  for (std::size_t i = 0; i < tests.axes.size(); ++i)
    if (matrix.labels[i] != no_place)
      out += (out.empty() ? "" : ", ") + value_phrase(tests.axes[i], matrix.labels[i]);
  return out;
}

bool any_published(const PairedTests& tests) {
  for (const TestMatrix& matrix : tests.matrices)
    for (const auto& row : matrix.cells)
      for (const TestCount& count : row)
        if (!count.published.empty()) return true;
  return false;
}

std::string reading_line(const PairedTests& tests, const StudyCard& card) {
  const PairedTestLayout& layout = *card.layout.paired_tests;
  std::string out = "Row against column: " + preposition(tests.over) + " how many of " +
                    counted_values(tests.over, tests.over.values.size()) + " the " + tests.metric.label +
                    " of the row is significantly larger than that of the column, by Student's paired t test "
                    "over the replicates (" +
                    (layout.two_sided ? "two" : "one") + "-sided, level " + core::shortest(layout.alpha) +
                    ")";
  if (any_published(tests)) {
    out += "; in parentheses what the paper prints";
    if (card.published_tests_over > 0) out += ", out of " + std::to_string(card.published_tests_over);
  }
  return out + ".";
}

/// "4 comparisons cannot be tested: Platt's and Bin-10 on 3, ..."; empty where all can.
std::string untestable_line(const PairedTests& tests, const TestMatrix& matrix) {
  std::int32_t all = 0;
  std::string pairs;
  for (std::size_t r = 0; r < matrix.cells.size(); ++r)
    for (std::size_t c = r + 1; c < matrix.cells.size(); ++c) {
      const std::int32_t count = matrix.cells[r][c].untestable;
      if (count == 0) continue;
      all += count;
      pairs += (pairs.empty() ? "" : ", ") + tests.values[r].label + " and " + tests.values[c].label + " " +
               preposition(tests.over) + " " + std::to_string(count);
    }
  if (all == 0) return "";
  return std::to_string(all) + (all == 1 ? " comparison" : " comparisons") +
         " cannot be tested (infinite values, fewer than two common replicates, or constant differences) and "
         "count as not significant: " +
         pairs + ".";
}

} // namespace

std::vector<Grid> paired_tests_grids(const PairedTests& tests, const StudyCard& card) {
  std::vector<Grid> out;
  for (const TestMatrix& matrix : tests.matrices) {
    const std::string place = place_of(tests, matrix);
    Grid grid{.title = card.study + ": paired t tests of " + tests.metric.label +
                       (place.empty() ? "" : ", " + place),
              .stub = {tests.among},
              .heads = {{}},
              .rows = {}};
    for (const AxisValue& value : tests.values) grid.heads.front().push_back({value.label});
    for (std::size_t r = 0; r < matrix.cells.size(); ++r) {
      GridRow& line = grid.rows.emplace_back(GridRow{{tests.values[r].label}, {}});
      for (const TestCount& count : matrix.cells[r])
        line.entries.push_back({.text = std::to_string(count.larger),
                                .mark = count.published.empty() ? "" : "(" + count.published + ")"});
    }
    out.push_back(std::move(grid));
  }
  return out;
}

Section paired_tests_notes(const PairedTests& tests, const StudyCard& card) {
  Section section{"Paired t tests", {}};
  if (tests.matrices.empty()) return section;
  section.lines.push_back(reading_line(tests, card));
  for (const TestMatrix& matrix : tests.matrices) {
    const std::string place = place_of(tests, matrix), head = place.empty() ? "" : place + ": ";
    if (std::isfinite(matrix.correlation))
      section.lines.push_back(head + "correlation with the published counts off the diagonal " +
                              decimal(matrix.correlation, correlation_decimals) + ".");
    const std::string untestable = untestable_line(tests, matrix);
    if (!untestable.empty()) section.lines.push_back(head + untestable);
  }
  return section;
}

} // namespace results
