#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Series: the vectors of numbers a cell stores beside its single values, such as a tuning criterion's whole
// curve over lambda or the breakpoints of a solution path. Each is a column of a small table of the cell and
// is called
// "<table>.<column>": criterion.lambda and criterion.value, path.pi and path.beta_0.
namespace results {

/// The series of one cell. The columns of one table have one length.
using SeriesByName = std::map<std::string, std::vector<double>>;

struct SeriesName {
  std::string table, column;
  std::string text() const { return table + "." + column; }
};

/// The two parts of a name: letters, digits and underscores on both sides of one dot. Nothing for other
/// texts, nor for a column called row, point or replicate, which have a meaning of their own in results.h5.
std::optional<SeriesName> series_name(std::string_view text);

/// Whether every name is one and the columns of each table have one length: what every record must satisfy.
bool is_even(const SeriesByName& series);

/// One table of many cells in long form, their points one under the other. A cell without the table, or with
/// an empty one, has no points.
struct SeriesTable {
  std::vector<std::int32_t> row; ///< whose point this is: index into Rows, ascending
  std::map<std::string, std::vector<double>>
      columns; ///< as long as row; NaN where a cell has only other columns
};

/// Which points are of a row: [first, second). Binary search.
std::pair<std::size_t, std::size_t> points_of(const SeriesTable& table, std::int32_t row);

} // namespace results
