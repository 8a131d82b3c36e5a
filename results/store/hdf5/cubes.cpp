#include "results/store/hdf5/cubes.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

/// The most entries a cube or a curve may have; one that needs more is left out, and an attribute of its
/// group says so.
constexpr std::size_t largest_cube = 50'000'000;

/// The dimensions all cubes and curves begin with: the axes with more than one value, in the card's order,
/// and then the replicate.
struct Extent {
  std::vector<std::size_t> axes; ///< their numbers on the card
  Shape shape;                   ///< the axes' lengths, then the replicates
  std::size_t entries = 1;       ///< largest_cube + 1 stands for any larger number
};

std::size_t replicates(const Results& results) {
  std::int32_t count = std::max(results.card.replications, 0);
  for (const std::int32_t replicate : results.rows.replicate) count = std::max(count, replicate + 1);
  return static_cast<std::size_t>(count);
}

Handle write_axis_scale(hid_t group, const Axis& axis, const std::string& name) {
  std::vector<const char*> names;
  for (const AxisValue& value : axis.values) names.push_back(value.name.c_str());
  Handle scale = axis.numeric ? write_reals(group, name, numbers_on(axis), {axis.values.size()})
                              : write_texts(group, name, names);
  return made_scale(std::move(scale), name, axis.label);
}

Extent extent_of(const Results& results) {
  Extent extent;
  for (std::size_t a = 0; a < results.card.axes.size(); ++a) {
    const std::size_t length = results.card.axes[a].values.size();
    if (length < 2) continue;
    extent.axes.push_back(a);
    extent.shape.push_back(length);
  }
  extent.shape.push_back(replicates(results));
  for (const hsize_t length : extent.shape) {
    extent.entries =
        length > 0 && extent.entries > largest_cube / length ? largest_cube + 1 : extent.entries * length;
  }
  return extent;
}

/// For each setting, where the replicates of its points begin in a cube.
std::vector<std::vector<std::size_t>> offsets(const DesignIndex& design, const Extent& extent) {
  std::vector<std::vector<std::size_t>> offsets(design.points_of.size());
  for (std::size_t setting = 0; setting < offsets.size(); ++setting) {
    for (const std::size_t point : design.points_of[setting]) {
      std::size_t offset = 0;
      bool is_placed = true;
      for (std::size_t d = 0; d < extent.axes.size(); ++d) {
        const std::int32_t position = design.position[extent.axes[d]][point];
        is_placed = is_placed && position >= 0;
        offset = offset * extent.shape[d] + static_cast<std::size_t>(std::max(position, 0));
      }
      if (is_placed) offsets[setting].push_back(offset * extent.shape.back());
    }
  }
  return offsets;
}

/// Makes the scale of each dimension in the group of a cube.
std::vector<Handle> write_scales(hid_t group, const Contents& contents, const Extent& extent) {
  std::vector<Handle> scales;
  for (const std::size_t a : extent.axes) {
    scales.push_back(write_axis_scale(group, contents.results.card.axes[a], contents.axis_columns[a]));
  }
  scales.push_back(numbered_scale(group, "replicate", extent.shape.back()));
  return scales;
}

/// Puts an array on the scales of its dimensions and says what it holds.
void finish(const Handle& array, const std::vector<Handle>& scales, const std::string& label,
            const std::string& unit) {
  for (unsigned d = 0; d < scales.size(); ++d) attach_scale(array, scales[d], d);
  put_attribute(array, "long_name", label);
  put_attribute(array, "units", unit);
}

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
  scales.push_back(
      made_scale(write_reals(group, grid_column, grid, {grid.size()}), grid_column, grid_column));
  extent.shape.push_back(grid.size());
  for (const auto& [name, column] : table.columns) {
    if (name == grid_column) continue;
    finish(write_reals(group, name, curve(table, column), extent.shape), scales, name, "1");
  }
}

} // namespace

void write_cubes(hid_t file, const Contents& contents) {
  const StudyCard& card = contents.results.card;
  const Rows& rows = contents.results.rows;
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
    finish(write_reals(group, note.name, cube, extent.shape), scales, note.label, note.unit);
  }
}

void write_curves(hid_t file, const Contents& contents) {
  const Handle curves = create_group(file, "curves");
  for (const auto& [name, table] : contents.results.rows.series)
    if (!grid_name(table).empty()) write_table(create_group(curves, name), contents, table);
}

} // namespace results::hdf5
