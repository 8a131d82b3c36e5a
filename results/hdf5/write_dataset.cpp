#include <algorithm>
#include <limits>

#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"

namespace results::hdf5 {
namespace {

constexpr hsize_t kFilteredFrom = 4096; ///< values; below, filters cost more than they save
constexpr hsize_t kChunk = 16384;       ///< values: 128 kB of doubles, well inside the chunk cache of 1 MB
constexpr unsigned kDeflate = 4;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

hsize_t count(const Shape& shape) {
  hsize_t product = 1;
  for (const hsize_t length : shape) product *= length;
  return product;
}

/// Whole last dimensions as far as they fit into a chunk, a part of the next, one of the others.
Shape chunk_of(const Shape& shape) {
  Shape chunk(shape.size(), 1);
  hsize_t room = kChunk;
  for (std::size_t i = shape.size(); i-- > 0 && room > 1;) {
    chunk[i] = std::min(shape[i], room);
    room /= chunk[i];
  }
  return chunk;
}

Handle creation_list() {
  Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "making a creation list");
  check(H5Pset_obj_track_times(list, false), "leaving out times");
  return list;
}

Handle numeric_creation_list(const Shape& shape) {
  Handle list = creation_list();
  if (count(shape) < kFilteredFrom) return list;
  const Shape chunk = chunk_of(shape);
  check(H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()), "choosing chunks");
  check(H5Pset_shuffle(list), "choosing shuffle");
  check(H5Pset_deflate(list, kDeflate), "choosing deflate");
  check(H5Pset_fletcher32(list), "choosing the checksum");
  return list;
}

Handle space_of(const Shape& shape) {
  if (shape.empty()) return {H5Screate(H5S_SCALAR), H5Sclose, "making a scalar"};
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
          "making a shape"};
}

struct Form {
  hid_t type;
  const Shape& shape;
  const Handle& creation;
};

Handle create(hid_t group, const std::string& name, const Form& form) {
  const Handle space = space_of(form.shape);
  return {H5Dcreate2(group, name.c_str(), form.type, space, H5P_DEFAULT, form.creation, H5P_DEFAULT),
          H5Dclose, "creating '" + name + "'"};
}

void fill(hid_t dataset, hid_t type, const void* values, const std::string& name) {
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "writing '" + name + "'");
}

} // namespace

Handle write_integers(hid_t group, const std::string& name, std::span<const std::int32_t> values) {
  const Shape shape{values.size()};
  Handle dataset = create(group, name, {H5T_STD_I32LE, shape, numeric_creation_list(shape)});
  fill(dataset, H5T_NATIVE_INT32, values.data(), name);
  return dataset;
}

Handle write_reals(hid_t group, const std::string& name, std::span<const double> values, const Shape& shape) {
  const Handle list = numeric_creation_list(shape);
  check(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &kMissing), "choosing the fill value");
  Handle dataset = create(group, name, {H5T_IEEE_F64LE, shape, list});
  fill(dataset, H5T_NATIVE_DOUBLE, values.data(), name);
  put_attribute(dataset, "_FillValue", kMissing);
  return dataset;
}

Handle write_texts(hid_t group, const std::string& name, std::span<const char* const> values) {
  const Handle type = text_type();
  Handle dataset = create(group, name, {type, {values.size()}, creation_list()});
  fill(dataset, type, values.data(), name);
  return dataset;
}

Handle write_text(hid_t group, const std::string& name, const std::string& text) {
  const Handle type = text_type();
  Handle dataset = create(group, name, {type, {}, creation_list()});
  const char* const value = text.c_str();
  fill(dataset, type, &value, name);
  return dataset;
}

} // namespace results::hdf5
