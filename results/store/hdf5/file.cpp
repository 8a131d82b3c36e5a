#include "results/store/hdf5/file.hpp"

#include <fcntl.h>
#include <zlib.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "results/store/file.hpp"

namespace results::hdf5 {
namespace {

herr_t take_first(unsigned, const H5E_error2_t* error, void* text) {
  auto& sentence = *static_cast<std::string*>(text);
  if (sentence.empty() && error->desc != nullptr) sentence = error->desc;
  return 0;
}

constexpr std::size_t growth = std::size_t{1} << 20U; ///< bytes by which a file in memory grows

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

bool is_own_filter(const Handle& creation, int number) {
  unsigned flags = 0;
  std::size_t parameters = 0;
  const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned>(number), &flags, &parameters,
                                             nullptr, 0, nullptr, nullptr);
  return filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_FLETCHER32;
}

/// What makes the values of a dataset come from elsewhere; empty where they do not.
std::string leads_out(hid_t dataset) {
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose, "examining a dataset");
  if (H5Pget_layout(creation) == H5D_VIRTUAL) return "is put together from other datasets";
  if (H5Pget_external_count(creation) != 0) return "has its values in another file";
  for (int i = 0; i < H5Pget_nfilters(creation); ++i)
    if (!is_own_filter(creation, i)) return "is packed by a filter that is not known";
  return "";
}

constexpr int most_levels = 32;            ///< of groups in groups
constexpr std::size_t most_links = 10'000; ///< in all groups together, many times what a study stores

struct Link {
  std::string name;
  bool is_hard = false;
};

herr_t note_link(hid_t, const char* name, const H5L_info_t* link, void* links) {
  static_cast<std::vector<Link>*>(links)->push_back({name, link->type == H5L_TYPE_HARD});
  return 0;
}

/// What was looked at so far.
struct Seen {
  std::set<haddr_t> groups; ///< by their address: links may lead round, or to one group many times
  std::size_t links = 0;
};

/// What of a group leads out of the file, or further than anybody is to follow; empty where nothing does.
std::string leads_out_of(hid_t group, const std::string& path, int level, Seen& seen) {
  std::vector<Link> links;
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, note_link, &links), "listing a group");
  seen.links += links.size();
  if (seen.links > most_links)
    return "it has more than " + std::to_string(most_links) + " groups and datasets";
  for (const Link& link : links) {
    const std::string name = path + link.name;
    if (!link.is_hard) return "link '" + name + "' leads elsewhere";
    H5O_info_t object{};
    check(H5Oget_info_by_name2(group, link.name.c_str(), &object, H5O_INFO_BASIC, H5P_DEFAULT),
          "examining '" + name + "'");
    if (object.type == H5O_TYPE_DATASET) {
      const Handle dataset(H5Dopen2(group, link.name.c_str(), H5P_DEFAULT), H5Dclose, "examining a dataset");
      if (const std::string why = leads_out(dataset); !why.empty()) return "dataset '" + name + "' " + why;
    } else if (object.type == H5O_TYPE_GROUP && seen.groups.insert(object.addr).second) {
      if (level == most_levels)
        return "groups lie in groups, more than " + std::to_string(most_levels) + " deep";
      const std::string found = leads_out_of(open_group(group, link.name), name + "/", level + 1, seen);
      if (!found.empty()) return found;
    }
  }
  return "";
}

void require_self_contained(const Handle& file) {
  H5O_info_t root{};
  check(H5Oget_info2(file, &root, H5O_INFO_BASIC), "looking through a file");
  Seen seen{{root.addr}};
  const std::string found = leads_out_of(file, "", 1, seen);
  if (!found.empty()) throw Error("looking through a file (" + found + ")");
}

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

} // namespace

hid_t check(hid_t result, const std::string& doing) {
  if (result >= 0) return result;
  std::string innermost;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &innermost);
  H5Eclear2(H5E_DEFAULT);
  throw Error(doing + " (" + (innermost.empty() ? "HDF5 gives no reason" : innermost) + ")");
}

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

Handle create_in_memory() {
  const Handle creation = creation_list(H5P_FILE_CREATE), access = access_list();
  check(H5Pset_fapl_core(access, growth, false), "choosing memory");
  return {H5Fcreate("results.h5", H5F_ACC_TRUNC, creation, access), H5Fclose, "creating a file in memory"};
}

std::string_view image_of(const Handle& file) {
  check(H5Fflush(file, H5F_SCOPE_LOCAL), "finishing a file in memory");
  const hid_t size = check(H5Fget_file_image(file, nullptr, 0), "measuring a file in memory");
  void* place = nullptr; // of the driver's pointer to its bytes
  check(H5Fget_vfd_handle(file, H5P_DEFAULT, &place), "finding a file in memory");
  return {*static_cast<const char* const*>(place), static_cast<std::size_t>(size)};
}

Handle open_file(const std::filesystem::path& path) {
  check(H5PLset_loading_state(0), "leaving out plugins");
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_list()), H5Fclose,
              "opening '" + path.string() + "'");
  require_self_contained(file);
  return file;
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
  if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, note_name, &names) >= 0) return names;
  H5Eclear2(H5E_DEFAULT); // another program made the group, and kept no order
  names.clear();
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, note_name, &names), "listing a group");
  return names;
}

} // namespace results::hdf5

namespace results {
namespace {

constexpr std::string_view checksum_mark = "marginlab crc32 ";
constexpr std::size_t checksum_line = checksum_mark.size() + 8 + 1;

std::string line(uLong sum) {
  std::string text(checksum_mark);
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(sum >> shift) & 15U];
  return text + '\n';
}

/// The line that belongs after the first `length` bytes.
std::string line_for(const PosixFile& file, std::uint64_t length) {
  std::vector<char> block(static_cast<std::size_t>(std::min<std::uint64_t>(length, std::uint64_t{1} << 20U)));
  uLong sum = crc32_z(0, nullptr, 0);
  for (std::uint64_t offset = 0; offset < length;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), length - offset));
    const std::size_t got = file.read_at({block.data(), wanted}, offset);
    if (got == 0) break;
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(block.data()), got);
    offset += got;
  }
  return line(sum);
}

} // namespace

std::string seal_of(std::string_view bytes) {
  return line(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Seal check_seal(const std::filesystem::path& path) {
  const PosixFile file(path, O_RDONLY);
  const std::uint64_t size = file.size();
  if (size < checksum_line) return Seal::missing;
  std::string last(checksum_line, '\0');
  file.read_at(last, size - checksum_line);
  if (!last.starts_with(checksum_mark) || !last.ends_with('\n')) return Seal::missing;
  return last == line_for(file, size - checksum_line) ? Seal::sound : Seal::broken;
}

core::UserError damaged(const std::filesystem::path& path, const std::string& reason) {
  std::string sentence = "'";
  sentence.append(path.string()).append("' is cut short or damaged (").append(reason);
  return core::UserError(
      sentence + ") run the study again: the journal beside it has the rows, and none is computed twice");
}

} // namespace results
