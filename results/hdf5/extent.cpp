#include "results/hdf5/extent.hpp"

#include <algorithm>
#include <numeric>

#include "results/hdf5/attribute.hpp"

namespace results::hdf5 {
namespace {

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

} // namespace

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

std::vector<Handle> write_scales(hid_t group, const Contents& contents, const Extent& extent) {
  std::vector<Handle> scales;
  for (const std::size_t a : extent.axes) {
    scales.push_back(write_axis_scale(group, contents.results.card.axes[a], contents.axis_columns[a]));
  }
  scales.push_back(write_replicate_scale(group, extent.shape.back()));
  return scales;
}

} // namespace results::hdf5
