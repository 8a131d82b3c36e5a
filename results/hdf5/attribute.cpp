#include "results/hdf5/attribute.hpp"

namespace results::hdf5 {
namespace {

Handle create(hid_t object, const std::string& name, hid_t type, hid_t space) {
  return {H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
          "creating attribute '" + name + "'"};
}

Handle scalar() {
  return {H5Screate(H5S_SCALAR), H5Sclose, "making a scalar"};
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

} // namespace results::hdf5
