#include "results/store/hdf5/cubes.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

constexpr std::array<const char*, 3> cube_grids{"lambda", "pi", "bin"};

/// The column the others are functions of; "" if there is none.
std::string grid_name(const SeriesTable& table) {
  for (const char* name : cube_grids)
    if (table.columns.contains(name)) return name;
  return "";
}

/// The grid of every row that has points; empty if two differ or it does not ascend.
std::vector<double> common_grid(const SeriesTable& table, const std::vector<double>& column) {
  if (table.row.empty()) return {};
  const std::size_t length = points_of(table, table.row.front()).second;
  const std::vector<double> grid(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(length));
  for (std::size_t k = 1; k < length; ++k)
    if (!(grid[k - 1] < grid[k])) return {};
  for (std::size_t first = 0; first < column.size(); first += length) {
    if (points_of(table, table.row[first]) != std::pair(first, first + length)) return {};
    if (!std::equal(grid.begin(), grid.end(), column.begin() + static_cast<std::ptrdiff_t>(first))) return {};
  }
  return grid;
}

/// A column of a table laid out over the study.
class Curve {
 public:
  Curve(const Contents& contents, const Extent& extent, std::size_t grid_length)
      : rows_(contents.results.rows),
        starts_(offsets(contents.design, extent)),
        entries_(extent.entries * grid_length),
        length_(grid_length) {}

  std::vector<double> operator()(const SeriesTable& table, const std::vector<double>& column) const {
    std::vector<double> cube(entries_, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t first = 0; first < column.size(); first += length_) {
      const auto row = static_cast<std::size_t>(table.row[first]);
      for (const std::size_t start : starts_[static_cast<std::size_t>(rows_.setting[row])]) {
        const std::size_t at = (start + static_cast<std::size_t>(rows_.replicate[row])) * length_;
        std::copy_n(column.begin() + static_cast<std::ptrdiff_t>(first), length_,
                    cube.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    return cube;
  }

 private:
  const Rows& rows_;
  std::vector<std::vector<std::size_t>> starts_;
  std::size_t entries_, length_;
};

Handle write_grid_scale(hid_t group, const std::string& name, const std::vector<double>& grid) {
  Handle scale = write_reals(group, name, grid, {grid.size()});
  make_scale(scale, name);
  put_attribute(scale, "long_name", name);
  return scale;
}

void write_table(hid_t group, const Contents& contents, const SeriesTable& table) {
  const std::string grid_column = grid_name(table);
  const std::vector<double> grid = common_grid(table, table.columns.at(grid_column));
  Extent extent = extent_of(contents.results);
  if (grid.empty() || extent.entries > largest_cube / grid.size()) {
    put_attribute(group, "skipped",
                  grid.empty()
                      ? grid_column + " is not one ascending grid for all cells"
                      : "an array would have more than " + std::to_string(largest_cube) + " entries");
    return;
  }
  const Curve curve(contents, extent, grid.size());
  std::vector<Handle> scales = write_scales(group, contents, extent);
  scales.push_back(write_grid_scale(group, grid_column, grid));
  extent.shape.push_back(grid.size());
  for (const auto& [name, column] : table.columns) {
    if (name == grid_column) continue;
    const Handle dataset = write_reals(group, name, curve(table, column), extent.shape);
    for (unsigned d = 0; d < scales.size(); ++d) attach_scale(dataset, scales[d], d);
    put_attribute(dataset, "long_name", name);
    put_attribute(dataset, "units", std::string("1"));
  }
}

} // namespace

void write_cubes(hid_t file, const Contents& contents) {
  const auto& [card, rows, failures, provenance, hash] = contents.results;
  const Handle group = create_group(file, "cubes");
  const Extent extent = extent_of(contents.results);
  if (extent.entries > largest_cube) {
    put_attribute(group, "skipped",
                  "a cube would have more than " + std::to_string(largest_cube) + " entries");
    return;
  }
  const auto scales = write_scales(group, contents, extent);
  const auto starts = offsets(contents.design, extent);
  for (const Note& note : value_notes(card, rows)) {
    if (note.role != "metric") continue;
    const std::vector<double>& column = rows.values.at(note.name);
    std::vector<double> cube(extent.entries, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (const std::size_t start : starts[static_cast<std::size_t>(rows.setting[row])]) {
        cube[start + static_cast<std::size_t>(rows.replicate[row])] = column[row];
      }
    }
    const Handle dataset = write_reals(group, note.name, cube, extent.shape);
    for (unsigned d = 0; d < scales.size(); ++d) attach_scale(dataset, scales[d], d);
    put_attribute(dataset, "long_name", note.label);
    put_attribute(dataset, "units", note.unit);
  }
}

void write_curves(hid_t file, const Contents& contents) {
  const Handle curves = create_group(file, "curves");
  for (const auto& [name, table] : contents.results.rows.series)
    if (!grid_name(table).empty()) write_table(create_group(curves, name), contents, table);
}

} // namespace results::hdf5
