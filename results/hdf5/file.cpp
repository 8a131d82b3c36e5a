#include "results/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

constexpr std::size_t kGrowth = std::size_t{1} << 20U; ///< bytes by which a file in memory grows

Handle creation_list(hid_t kind) {
  Handle list(H5Pcreate(kind), H5Pclose, "making a creation list");
  check(H5Pset_obj_track_times(list, false), "leaving out times");
  check(H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), "ordering links");
  return list;
}

Handle access_list() {
  Handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "making an access list");
  check(H5Pset_libver_bounds(list, H5F_LIBVER_EARLIEST, H5F_LIBVER_V110), "choosing the format");
  check(H5Pset_file_locking(list, false, true), "leaving out locks");
  // Closing a file fails while something in it is open, instead of quietly waiting for it.
  check(H5Pset_fclose_degree(list, H5F_CLOSE_SEMI), "choosing how to close");
  return list;
}

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

} // namespace

Handle create_in_memory() {
  const Handle creation = creation_list(H5P_FILE_CREATE), access = access_list();
  check(H5Pset_fapl_core(access, kGrowth, false), "choosing memory");
  return {H5Fcreate("results.h5", H5F_ACC_TRUNC, creation, access), H5Fclose, "creating a file in memory"};
}

std::string image_of(const Handle& file) {
  check(H5Fflush(file, H5F_SCOPE_LOCAL), "finishing a file in memory");
  const hid_t size = check(H5Fget_file_image(file, nullptr, 0), "measuring a file in memory");
  std::string image(static_cast<std::size_t>(size), '\0');
  check(H5Fget_file_image(file, image.data(), image.size()), "copying a file in memory");
  return image;
}

Handle open_file(const std::filesystem::path& path) {
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_list()), H5Fclose, "opening '" + path.string() + "'"};
}

Handle create_group(hid_t parent, const std::string& name) {
  const Handle creation = creation_list(H5P_GROUP_CREATE);
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose,
          "creating '" + name + "'"};
}

Handle open_group(hid_t parent, const std::string& name) {
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "opening '" + name + "'"};
}

bool has(hid_t group, const char* name) {
  return H5Lexists(group, name, H5P_DEFAULT) > 0;
}

std::vector<std::string> names_in(hid_t group) {
  std::vector<std::string> names;
  check(H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, note_name, &names), "listing a group");
  return names;
}

} // namespace results::hdf5
