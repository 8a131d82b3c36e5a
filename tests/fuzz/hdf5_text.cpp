#include "tests/fuzz/hdf5_text.hpp"

#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"

namespace fuzz {
namespace {

using namespace results::hdf5;

constexpr hsize_t most_written = 4096;
constexpr std::size_t fixed_length = 8;

struct Shaped {
  Handle space;
  hsize_t length = 1; ///< most_written + 1 stands for any larger one
  Shape extents{};
};

std::string_view take_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

Shaped shaped(std::string_view text) {
  if (text == "-") return {{H5Screate(H5S_SCALAR), H5Sclose, "a scalar"}};
  if (text == "null") return {{H5Screate(H5S_NULL), H5Sclose, "no value"}, 0};
  Shape extents;
  hsize_t length = 1;
  while (!text.empty() && extents.size() < 4) {
    const std::size_t end = std::min(text.find('x'), text.size());
    hsize_t extent = 0;
    std::from_chars(text.data(), text.data() + end, extent);
    extents.push_back(extent);
    length = extent == 0 || length <= most_written / extent ? length * extent : most_written + 1;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose,
               "a shape");
  return {std::move(space), length, std::move(extents)};
}

Handle copy_of(hid_t type) {
  return {H5Tcopy(type), H5Tclose, "a type"};
}

std::optional<Handle> type_of(std::string_view kind) {
  if (kind == "int") return copy_of(H5T_STD_I32LE);
  if (kind == "wide") return copy_of(H5T_STD_I64LE);
  if (kind == "real") return copy_of(H5T_IEEE_F64LE);
  if (kind == "text") return text_type();
  if (kind != "fixed") return std::nullopt;
  Handle type = copy_of(H5T_C_S1);
  check(H5Tset_size(type, fixed_length), "a length");
  return type;
}

/// Values in the form that H5Dwrite wants them in, with what they refer to.
struct Values {
  std::vector<double> numbers;
  std::vector<std::string> texts;
  std::vector<const char*> pointers;
  std::string fixed;

  Values(std::string_view kind, std::string_view text, hsize_t length) {
    std::istringstream in{std::string(text)};
    const bool is_number = kind == "int" || kind == "real" || kind == "wide";
    for (std::string piece; numbers.size() < length && std::getline(in, piece, is_number ? ' ' : '|');) {
      numbers.push_back(std::strtod(piece.c_str(), nullptr));
      texts.push_back(piece);
    }
    numbers.resize(length);
    texts.resize(length);
    for (std::string& piece : texts) {
      pointers.push_back(piece.c_str());
      fixed += piece.substr(0, fixed_length) +
               std::string(fixed_length - std::min(piece.size(), fixed_length), '\0');
    }
  }

  const void* of(std::string_view kind) const {
    if (kind == "text") return pointers.data();
    if (kind == "fixed") return fixed.data();
    return numbers.data();
  }
};

Handle creation_of(const Shaped& shape) {
  Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "a creation list");
  if (shape.length <= most_written) return list;
  const Shape chunk(shape.extents.size(), 16);
  check(H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()), "chunks");
  return list;
}

/// HDF5 takes two buffers of 1 MiB a write where it converts, which would be most of the time.
Handle transfer_list() {
  Handle list(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "a transfer list");
  check(H5Pset_buffer(list, 8 * most_written, nullptr, nullptr), "a buffer");
  return list;
}

/// The groups before the last part of a path, with the properties our own have.
void make_parents(const Handle& file, const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (const std::string parent = path.substr(0, slash); !has(file, parent.c_str()))
      create_group(file, parent);
}

void make(const Handle& file, const std::string& path, std::string_view kind, std::string_view rest) {
  const auto stored = type_of(kind);
  if (!stored) return;
  const Shaped shape = shaped(take_word(rest));
  const bool is_attribute = path.starts_with('@');
  const std::string name = is_attribute ? path.substr(1) : path;
  const Handle object =
      is_attribute ? Handle{H5Acreate2(file, name.c_str(), *stored, shape.space, H5P_DEFAULT, H5P_DEFAULT),
                            H5Aclose, name}
                   : Handle{H5Dcreate2(file, name.c_str(), *stored, shape.space, H5P_DEFAULT,
                                       creation_of(shape), H5P_DEFAULT),
                            H5Dclose, name};
  if (shape.length == 0 || shape.length > most_written) return;
  const bool is_text = kind == "text" || kind == "fixed";
  const hid_t given = is_text ? hid_t{*stored} : H5T_NATIVE_DOUBLE;
  const Values values(kind, rest, shape.length);
  if (is_attribute)
    check(H5Awrite(object, given, values.of(kind)), name);
  else
    check(H5Dwrite(object, given, H5S_ALL, H5S_ALL, transfer_list(), values.of(kind)), name);
}

void link(const Handle& file, const std::string& path, std::string_view kind, const std::string& target) {
  if (kind == "soft")
    check(H5Lcreate_soft(target.c_str(), file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), path);
  else
    check(H5Lcreate_hard(file, target.c_str(), file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), path);
}

void make_line(const Handle& file, std::string_view line) {
  const std::string path(take_word(line));
  const std::string_view kind = take_word(line);
  if (!path.starts_with('@')) make_parents(file, path);
  if (kind == "group")
    create_group(file, path);
  else if (kind == "soft" || kind == "hard")
    link(file, path, kind, std::string(line));
  else
    make(file, path, kind, line);
}

} // namespace

std::string hdf5_file(std::string_view text) {
  const QuietErrors quiet;
  const Handle file = create_in_memory();
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) try {
      make_line(file, line);
    } catch (const Error&) { // HDF5 does not write that
    }
  const std::string bytes(image_of(file));
  return bytes + results::seal_of(bytes);
}

} // namespace fuzz
