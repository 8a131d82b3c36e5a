#include "results/hdf5/cubes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"
#include "results/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

/// The dimensions of every cube: some axes of the study, and the replicate.
struct Extent {
  std::vector<std::size_t> axes; ///< their numbers on the card
  Shape shape;                   ///< the axes' lengths, then the replicates
  std::size_t entries = 1;       ///< kLargestCube + 1 stands for any larger number
};

std::size_t replicates(const Results& results) {
  std::int32_t count = std::max(results.card.replications, 0);
  for (const std::int32_t replicate : results.rows.replicate) count = std::max(count, replicate + 1);
  return static_cast<std::size_t>(count);
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
        length > 0 && extent.entries > kLargestCube / length ? kLargestCube + 1 : extent.entries * length;
  }
  return extent;
}

/// For each setting, where the replicates of its points begin in a cube.
std::vector<std::vector<std::size_t>> offsets(const Design& design, const Extent& extent) {
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

Handle write_axis_scale(hid_t group, const Axis& axis, const std::string& name) {
  std::vector<const char*> names;
  for (const AxisValue& value : axis.values) names.push_back(value.name.c_str());
  Handle scale = axis.numeric ? write_reals(group, name, numbers_on(axis), {axis.values.size()})
                              : write_texts(group, name, names);
  make_scale(scale, name);
  put_attribute(scale, "long_name", axis.label);
  return scale;
}

Handle write_replicate_scale(hid_t group, std::size_t count) {
  std::vector<std::int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  Handle scale = write_integers(group, "replicate", numbers);
  make_scale(scale, "replicate");
  put_attribute(scale, "long_name", std::string("replicate"));
  return scale;
}

std::vector<Handle> write_scales(hid_t group, const Contents& contents, const Extent& extent) {
  std::vector<Handle> scales;
  for (const std::size_t a : extent.axes) {
    scales.push_back(write_axis_scale(group, contents.results.card.axes[a], contents.axis_columns[a]));
  }
  scales.push_back(write_replicate_scale(group, extent.shape.back()));
  return scales;
}

} // namespace

void write_cubes(hid_t file, const Contents& contents) {
  const auto& [card, rows, failures, provenance, hash] = contents.results;
  const Handle group = create_group(file, "cubes");
  const Extent extent = extent_of(contents.results);
  if (extent.entries > kLargestCube) {
    put_attribute(group, "skipped",
                  "a cube would have more than " + std::to_string(kLargestCube) + " entries");
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

} // namespace results::hdf5
