#include "results/store/hdf5/dataset.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <numeric>

namespace results::hdf5 {
namespace {

Handle create(hid_t object, const std::string& name, hid_t type, hid_t space) {
  return {H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
          "creating attribute '" + name + "'"};
}

Handle scalar() {
  return {H5Screate(H5S_SCALAR), H5Sclose, "making a scalar"};
}

constexpr hsize_t most_packed = 1032; ///< values deflate can make of one
constexpr std::size_t conversion_buffer = std::size_t{1}
                                          << 16U; ///< bytes; HDF5 would take two of 1 MiB a read

hsize_t file_size(hid_t object) {
  const Handle file(H5Iget_file_id(object), H5Fclose, "examining a file");
  hsize_t size = 0;
  check(H5Fget_filesize(file, &size), "examining a file");
  return size;
}

/// How many values a dataset has. A few bytes can declare any shape, and HDF5 makes up what was never
/// written, so a shape that needs more bytes than the file can have packed is refused before there is room
/// made for it.
std::size_t length_of(hid_t dataset, const std::string& name) {
  const Handle type(H5Dget_type(dataset), H5Tclose, "examining '" + name + "'");
  const hsize_t stored = std::min(H5Dget_storage_size(dataset), file_size(dataset));
  const hsize_t most = stored * most_packed / std::max<hsize_t>(H5Tget_size(type), 1);
  hsize_t length = 1;
  for (const hsize_t extent : shape_of(dataset)) {
    if (extent > 0 && length > most / extent)
      throw Error("reading '" + name + "' (its shape is larger than what is stored)");
    length *= extent;
  }
  return static_cast<std::size_t>(length);
}

/// What a dataset is read as.
enum class Kind { integers, reals, texts };

bool is_of(Kind kind, hid_t type) {
  const H5T_class_t found = H5Tget_class(type);
  switch (kind) {
    case Kind::integers:
      return found == H5T_INTEGER;
    case Kind::reals:
      return found == H5T_INTEGER || found == H5T_FLOAT;
    case Kind::texts:
      return found == H5T_STRING && H5Tis_variable_str(type) > 0;
  }
  return false;
}

/// A dataset of this kind and of at most so many dimensions, open.
Handle opened(hid_t group, const std::string& name, Kind kind, std::size_t most_dimensions = 1) {
  Handle dataset = open_dataset(group, name);
  const Handle type(H5Dget_type(dataset), H5Tclose, "examining '" + name + "'");
  if (!is_of(kind, type)) throw Error("reading '" + name + "' (it is of another type)");
  if (shape_of(dataset).size() > most_dimensions)
    throw Error("reading '" + name + "' (it has too many dimensions)");
  return dataset;
}

Handle transfer_list() {
  Handle list(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "making a transfer list");
  check(H5Pset_buffer(list, conversion_buffer, nullptr, nullptr), "choosing a buffer");
  return list;
}

struct Target {
  hid_t type;
  void* values;
};

void read(hid_t dataset, const Target& target, const Handle& transfer, const std::string& name) {
  check(H5Dread(dataset, target.type, H5S_ALL, H5S_ALL, transfer, target.values), "reading '" + name + "'");
}

/// Where HDF5 puts the texts of one read: no more bytes than the file has, and all given back together, also
/// where the read breaks off.
class TextStore {
 public:
  explicit TextStore(hsize_t room) : room_(room) {}

  void use_in(const Handle& transfer) {
    check(H5Pset_vlen_mem_manager(transfer, allocate, this, release, this), "choosing memory");
  }

 private:
  static void* allocate(std::size_t bytes, void* store) {
    auto& self = *static_cast<TextStore*>(store);
    if (bytes > self.room_) return nullptr;
    self.room_ -= bytes;
    return self.blocks_.emplace_back(new (std::nothrow) char[bytes]).get();
  }
  static void release(void*, void*) {} // the destructor does

  hsize_t room_;
  std::vector<std::unique_ptr<char[]>> blocks_;
};

constexpr hsize_t filtered_from = 4096; ///< values; below, filters cost more than they save
constexpr hsize_t chunk_length = 16384; ///< values: 128 kB of doubles, well inside the chunk cache of 1 MB
constexpr unsigned deflate_level = 1;   ///< the fastest: a run waits for its snapshots
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

hsize_t count(const Shape& shape) {
  hsize_t product = 1;
  for (const hsize_t length : shape) product *= length;
  return product;
}

/// Whole last dimensions as far as they fit into a chunk, a part of the next, one of the others.
Shape chunk_of(const Shape& shape) {
  Shape chunk(shape.size(), 1);
  hsize_t room = chunk_length;
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

/// Whether deflate makes much less of these numbers, by as many as a chunk has: of a grid, of counts or of
/// what is mostly missing it does; of sixteen digits each it leaves most, and takes longer than all else.
bool is_worth_deflating(std::span<const double> values) {
  const std::size_t n = std::min<std::size_t>(values.size(), chunk_length);
  const auto bytes = std::as_bytes(values.first(n));
  std::vector<Bytef> shuffled(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    shuffled[i % sizeof(double) * n + i / sizeof(double)] = std::to_integer<Bytef>(bytes[i]);
  uLongf size = compressBound(static_cast<uLong>(shuffled.size()));
  std::vector<Bytef> packed(size);
  compress2(packed.data(), &size, shuffled.data(), static_cast<uLong>(shuffled.size()), deflate_level);
  return size < shuffled.size() * 3 / 4;
}

enum class Packing { shuffled, deflated };

Handle packed_creation_list(const Shape& shape, Packing packing = Packing::deflated) {
  Handle list = creation_list();
  if (count(shape) < filtered_from) return list;
  const Shape chunk = chunk_of(shape);
  check(H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()), "choosing chunks");
  check(H5Pset_shuffle(list), "choosing shuffle");
  if (packing == Packing::deflated) check(H5Pset_deflate(list, deflate_level), "choosing deflate");
  check(H5Pset_fletcher32(list), "choosing the checksum");
  return list;
}

Handle label_type(std::size_t width) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "making the type of labels");
  check(H5Tset_size(type, width), "making the type of labels");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "making the type of labels");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "making the type of labels");
  return type;
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

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "making the text type");
  check(H5Tset_size(type, H5T_VARIABLE), "making the text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "making the text type");
  return type;
}

void put_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle type = text_type(), space = scalar(), attribute = create(object, name, type, space);
  const char* const value = text.c_str();
  check(H5Awrite(attribute, type, &value), "writing attribute '" + name + "'");
}

void put_attribute(hid_t object, const std::string& name, double value) {
  const Handle space = scalar(), attribute = create(object, name, H5T_IEEE_F64LE, space);
  check(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value), "writing attribute '" + name + "'");
}

void put_attribute(hid_t object, const std::string& name, std::span<const std::int32_t> values) {
  const hsize_t length = values.size();
  const Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose, "making a list");
  const Handle attribute = create(object, name, H5T_STD_I32LE, space);
  check(H5Awrite(attribute, H5T_NATIVE_INT32, values.data()), "writing attribute '" + name + "'");
}

std::string text_attribute(hid_t object, const std::string& name) {
  if (check(H5Aexists(object, name.c_str()), "looking for attribute '" + name + "'") == 0) return {};
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose,
                         "opening attribute '" + name + "'");
  const Handle stored(H5Aget_type(attribute), H5Tclose, "examining attribute '" + name + "'");
  const Handle space(H5Aget_space(attribute), H5Sclose, "examining attribute '" + name + "'");
  if (H5Tis_variable_str(stored) <= 0 || H5Sget_simple_extent_npoints(space) != 1) return {};
  char* value = nullptr;
  check(H5Aread(attribute, text_type(), &value), "reading attribute '" + name + "'");
  const std::string text = value == nullptr ? "" : value;
  check(H5free_memory(value), "freeing attribute '" + name + "'");
  return text;
}

double number_attribute(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose,
                         "opening attribute '" + name + "'");
  const std::vector<double> numbers = numbers_of(attribute);
  if (numbers.size() != 1) throw Error("reading attribute '" + name + "' (it is not one number)");
  return numbers.front();
}

std::vector<double> numbers_of(hid_t attribute) {
  constexpr hssize_t most = 4096;
  const Handle type(H5Aget_type(attribute), H5Tclose, "examining an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "examining an attribute");
  const hssize_t length = check(H5Sget_simple_extent_npoints(space), "examining an attribute");
  if (!is_of(Kind::reals, type)) throw Error("reading an attribute (it is no number)");
  if (length > most) throw Error("reading an attribute (it has " + std::to_string(length) + " numbers)");
  std::vector<double> numbers(static_cast<std::size_t>(length));
  if (numbers.empty()) return numbers;
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, numbers.data()), "reading an attribute");
  return numbers;
}

Handle open_dataset(hid_t group, const std::string& name) {
  return {H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "opening '" + name + "'"};
}

Shape shape_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose, "examining a shape");
  Shape shape(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space), "examining a shape")));
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr), "examining a shape");
  return shape;
}

std::vector<std::int32_t> read_integers(hid_t group, const std::string& name) {
  const Handle dataset = opened(group, name, Kind::integers);
  std::vector<std::int32_t> values(length_of(dataset, name));
  read(dataset, {H5T_NATIVE_INT32, values.data()}, transfer_list(), name);
  return values;
}

namespace {

std::vector<double> reals_of(hid_t dataset, const std::string& name) {
  std::vector<double> values(length_of(dataset, name));
  read(dataset, {H5T_NATIVE_DOUBLE, values.data()}, transfer_list(), name);
  return values;
}

} // namespace

std::vector<double> read_reals(hid_t group, const std::string& name) {
  return reals_of(opened(group, name, Kind::reals), name);
}

StoredMatrix read_matrix(hid_t group, const std::string& name) {
  const Handle dataset = opened(group, name, Kind::reals, 2);
  const Shape shape = shape_of(dataset);
  if (shape.size() != 2) throw Error("reading '" + name + "' (it is no matrix)");
  return {static_cast<std::size_t>(shape[0]), static_cast<std::size_t>(shape[1]), reals_of(dataset, name)};
}

std::vector<std::string> read_texts(hid_t group, const std::string& name) {
  const Handle dataset = opened(group, name, Kind::texts), transfer = transfer_list(), type = text_type();
  std::vector<char*> texts(length_of(dataset, name));
  TextStore store(file_size(dataset));
  store.use_in(transfer);
  read(dataset, {type, texts.data()}, transfer, name);
  std::vector<std::string> copies;
  copies.reserve(texts.size());
  for (const char* const text : texts) copies.emplace_back(text == nullptr ? "" : text);
  return copies;
}

std::string read_text(hid_t group, const std::string& name) {
  const auto texts = read_texts(group, name);
  if (texts.size() != 1) throw Error("reading '" + name + "' (it is not one text)");
  return texts.front();
}

Handle write_integers(hid_t group, const std::string& name, std::span<const std::int32_t> values) {
  const Shape shape{values.size()};
  Handle dataset = create(group, name, {H5T_STD_I32LE, shape, packed_creation_list(shape)});
  fill(dataset, H5T_NATIVE_INT32, values.data(), name);
  return dataset;
}

Handle write_reals(hid_t group, const std::string& name, std::span<const double> values, const Shape& shape) {
  const bool deflates = values.size() >= filtered_from && is_worth_deflating(values);
  const Handle list = packed_creation_list(shape, deflates ? Packing::deflated : Packing::shuffled);
  check(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &missing), "choosing the fill value");
  Handle dataset = create(group, name, {H5T_IEEE_F64LE, shape, list});
  fill(dataset, H5T_NATIVE_DOUBLE, values.data(), name);
  put_attribute(dataset, "_FillValue", missing);
  return dataset;
}

Handle write_texts(hid_t group, const std::string& name, std::span<const char* const> values) {
  const Handle type = text_type();
  Handle dataset = create(group, name, {type, {values.size()}, creation_list()});
  fill(dataset, type, values.data(), name);
  return dataset;
}

Handle write_labels(hid_t group, const std::string& name, std::span<const std::string> names,
                    std::span<const std::int32_t> numbers) {
  std::size_t width = 1;
  for (const std::string& label : names) width = std::max(width, label.size());
  std::string labels(width * numbers.size(), '\0');
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] >= 0) names[static_cast<std::size_t>(numbers[i])].copy(&labels[i * width], width);
  const Handle type = label_type(width);
  const Shape shape{numbers.size()};
  Handle dataset = create(group, name, {type, shape, packed_creation_list(shape)});
  fill(dataset, type, labels.data(), name);
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
