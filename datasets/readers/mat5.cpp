#include "datasets/readers/mat5.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/contract.hpp"
#include "datasets/readers/gzip.hpp"

// MAT-file level 5: a header of 128 bytes, then elements. An element is a tag (type, number of bytes), its
// bytes, and padding to a multiple of 8; a small one has tag and up to 4 bytes in 8. A matrix is an element
// of elements: flags, dimensions, name, values; the values may be stored in a narrower type than the matrix
// has.
namespace datasets::readers {
namespace {

enum Type : std::uint32_t {
  int8 = 1,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  single_,
  reserved,
  double_,
  int64 = 12,
  uint64,
  matrix,
  compressed
};

enum class ByteOrder { native, swapped };

struct Element {
  std::uint32_t type;
  std::string_view bytes;
};

/// Reads numbers in the byte order of the file, and refuses to read beyond its end.
class Mat5Bytes {
 public:
  Mat5Bytes(std::string_view bytes, ByteOrder order, const std::string& name)
      : rest_(bytes), order_(order), name_(name) {}

  bool empty() const { return rest_.empty(); }

  std::string_view take(std::size_t count) {
    core::require(count <= rest_.size(), name_ + ": an element has " + std::to_string(count) +
                                             " bytes where " + std::to_string(rest_.size()) +
                                             " are left. The file is cut off or damaged. Get it again.");
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  template <class T>
  T number(std::string_view bytes) const {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes.data(), sizeof(T));
    if (order_ == ByteOrder::swapped) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
  }

  Element next() {
    const auto tag = take(8);
    const auto first = number<std::uint32_t>(tag);
    if (first >> 16 != 0) { // a small element: its size stands in the upper half
      core::require(first >> 16 <= 4,
                    name_ + ": a small element has more than 4 bytes. The file is damaged. Get it again.");
      return {first & 0xffff, tag.substr(4, first >> 16)};
    }
    const auto size = number<std::uint32_t>(tag.substr(4));
    const Element element{first, take(size)};
    if (first != compressed) rest_.remove_prefix(std::min<std::size_t>((8 - size % 8) % 8, rest_.size()));
    return element;
  }

  Mat5Bytes inside(std::string_view bytes) const { return {bytes, order_, name_}; }
  const std::string& name() const { return name_; }

 private:
  std::string_view rest_;
  ByteOrder order_;
  const std::string& name_;
};

template <class T>
core::Vector converted(const Mat5Bytes& file, std::string_view bytes) {
  core::Vector out(static_cast<Eigen::Index>(bytes.size() / sizeof(T)));
  for (Eigen::Index i = 0; i < out.size(); ++i)
    out(i) = static_cast<double>(file.number<T>(bytes.substr(static_cast<std::size_t>(i) * sizeof(T))));
  return out;
}

core::Vector numbers(const Mat5Bytes& file, const Element& element) {
  switch (element.type) {
    case int8:
      return converted<std::int8_t>(file, element.bytes);
    case uint8:
      return converted<std::uint8_t>(file, element.bytes);
    case int16:
      return converted<std::int16_t>(file, element.bytes);
    case uint16:
      return converted<std::uint16_t>(file, element.bytes);
    case int32:
      return converted<std::int32_t>(file, element.bytes);
    case uint32:
      return converted<std::uint32_t>(file, element.bytes);
    case single_:
      return converted<float>(file, element.bytes);
    case double_:
      return converted<double>(file, element.bytes);
    case int64:
      return converted<std::int64_t>(file, element.bytes);
    case uint64:
      return converted<std::uint64_t>(file, element.bytes);
    default:
      throw core::UserError(file.name() + ": values have the type " + std::to_string(element.type) +
                            ", which is none of numbers. The file is damaged. Get it again.");
  }
}

using Matrices = std::map<std::string, core::Matrix>;

void read_matrix(Mat5Bytes file, Matrices& out) {
  constexpr std::uint32_t least_numeric_class = 6, most_numeric_class = 15, complex_flag = 1 << 11;
  const auto flags = file.number<std::uint32_t>(file.take(16).substr(8));
  const std::uint32_t array_class = flags & 0xff;
  if (array_class < least_numeric_class || array_class > most_numeric_class || (flags & complex_flag) != 0)
    return;
  const core::Vector dimensions = numbers(file, file.next());
  const std::string name(file.next().bytes);
  if (dimensions.size() != 2) return;
  const core::Vector values = numbers(file, file.next());
  core::require(static_cast<double>(values.size()) == dimensions.prod(),
                file.name() + ": variable '" + name + "' has " + std::to_string(values.size()) +
                    " values, which its size does not say. The file is damaged. Get it again.");
  out[name] =
      values.reshaped(static_cast<Eigen::Index>(dimensions(0)), static_cast<Eigen::Index>(dimensions(1)));
}

ByteOrder byte_order(const TextFile& file) {
  constexpr std::size_t mark = 126;
  core::require(file.bytes.size() >= 128 && !file.bytes.starts_with("\x89HDF") &&
                    file.bytes.substr(0, 10) == "MATLAB 5.0",
                file.name +
                    ": it does not begin with 'MATLAB 5.0', as a MATLAB file of level 5 does. Level 7.3 is "
                    "HDF5. Save it with -v7.");
  const std::string order = file.bytes.substr(mark, 2);
  core::require(order == "IM" || order == "MI",
                file.name + ": there is no byte order in its header. The file is damaged. Get it again.");
  const bool native = (order == "IM") == (std::endian::native == std::endian::little);
  return native ? ByteOrder::native : ByteOrder::swapped;
}

} // namespace

std::map<std::string, core::Matrix> read_mat5(const TextFile& file) {
  const ByteOrder order = byte_order(file); // refuses a file that has no header to cut off
  Mat5Bytes elements(std::string_view(file.bytes).substr(128), order, file.name);
  Matrices out;
  while (!elements.empty()) {
    const Element element = elements.next();
    if (element.type == matrix) {
      read_matrix(elements.inside(element.bytes), out);
    } else if (element.type == compressed) {
      const std::string unpacked = inflate_zlib(element.bytes, file.name);
      const Element inner = elements.inside(unpacked).next();
      if (inner.type == matrix) read_matrix(elements.inside(inner.bytes), out);
    }
  }
  return out;
}

} // namespace datasets::readers
