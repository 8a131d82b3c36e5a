#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"

namespace results::hdf5 {
namespace {

std::size_t length_of(hid_t dataset) {
  std::size_t length = 1;
  for (const hsize_t extent : shape_of(dataset)) length *= static_cast<std::size_t>(extent);
  return length;
}

void read(hid_t dataset, hid_t type, void* values, const std::string& name) {
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "reading '" + name + "'");
}

/// The strings HDF5 allocated for a read, freed with it.
class BorrowedTexts {
 public:
  BorrowedTexts(hid_t dataset, const std::string& name) : texts_(length_of(dataset)) {
    read(dataset, text_type(), texts_.data(), name);
  }
  ~BorrowedTexts() {
    for (char* const text : texts_) H5free_memory(text);
  }
  BorrowedTexts(const BorrowedTexts&) = delete;
  BorrowedTexts& operator=(const BorrowedTexts&) = delete;

  std::vector<std::string> copies() const {
    std::vector<std::string> copies;
    copies.reserve(texts_.size());
    for (const char* const text : texts_) copies.emplace_back(text == nullptr ? "" : text);
    return copies;
  }

 private:
  std::vector<char*> texts_;
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
  std::vector<std::int32_t> values(length_of(dataset));
  read(dataset, H5T_NATIVE_INT32, values.data(), name);
  return values;
}

std::vector<double> read_reals(hid_t group, const std::string& name) {
  const Handle dataset = open_dataset(group, name);
  std::vector<double> values(length_of(dataset));
  read(dataset, H5T_NATIVE_DOUBLE, values.data(), name);
  return values;
}

std::vector<std::string> read_texts(hid_t group, const std::string& name) {
  return BorrowedTexts(open_dataset(group, name), name).copies();
}

std::string read_text(hid_t group, const std::string& name) {
  const auto texts = read_texts(group, name);
  return texts.empty() ? std::string() : texts.front();
}

} // namespace results::hdf5
