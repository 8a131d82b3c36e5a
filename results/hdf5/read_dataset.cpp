#include <algorithm>
#include <memory>
#include <new>

#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"

namespace results::hdf5 {
namespace {

constexpr hsize_t kMostPacked = 1032; ///< values deflate can make of one
constexpr std::size_t kConversionBuffer = std::size_t{1}
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
  const hsize_t most = stored * kMostPacked / std::max<hsize_t>(H5Tget_size(type), 1);
  hsize_t length = 1;
  for (const hsize_t extent : shape_of(dataset)) {
    if (extent > 0 && length > most / extent)
      throw Error("reading '" + name + "' (its shape is larger than what is stored)");
    length *= extent;
  }
  return static_cast<std::size_t>(length);
}

Handle transfer_list() {
  Handle list(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "making a transfer list");
  check(H5Pset_buffer(list, kConversionBuffer, nullptr, nullptr), "choosing a buffer");
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

} // namespace

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
  const Handle dataset = open_dataset(group, name);
  std::vector<std::int32_t> values(length_of(dataset, name));
  read(dataset, {H5T_NATIVE_INT32, values.data()}, transfer_list(), name);
  return values;
}

std::vector<double> read_reals(hid_t group, const std::string& name) {
  const Handle dataset = open_dataset(group, name);
  std::vector<double> values(length_of(dataset, name));
  read(dataset, {H5T_NATIVE_DOUBLE, values.data()}, transfer_list(), name);
  return values;
}

std::vector<std::string> read_texts(hid_t group, const std::string& name) {
  const Handle dataset = open_dataset(group, name), transfer = transfer_list(), type = text_type();
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
  return texts.empty() ? std::string() : texts.front();
}

} // namespace results::hdf5
