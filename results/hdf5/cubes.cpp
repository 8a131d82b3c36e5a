#include "results/hdf5/cubes.hpp"

#include <limits>

#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"
#include "results/hdf5/extent.hpp"
#include "results/hdf5/file.hpp"

namespace results::hdf5 {

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
