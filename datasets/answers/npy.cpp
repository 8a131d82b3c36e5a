#include "datasets/answers/npy.hpp"

#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "core/contract.hpp"

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

namespace datasets::answers {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

struct Header {
  std::string text;          // a Python dictionary
  std::size_t data_from = 0; // offset of the numbers
};

[[noreturn]] void refuse(const readers::TextFile& file, const std::string& what) {
  throw core::UserError(file.name + ": " + what +
                        " Save it with numpy.save(name, probabilities.astype(float)).");
}

std::size_t number_at(const std::string& bytes, std::size_t at, std::size_t length) {
  std::size_t out = 0;
  for (std::size_t i = length; i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
  return out;
}

Header header_of(const readers::TextFile& file) {
  const std::string& bytes = file.bytes;
  if (bytes.size() < 12 || !bytes.starts_with(magic)) refuse(file, "This is not a numpy array.");
  const std::size_t width = bytes[6] == 1 ? 2 : 4;
  const std::size_t length = number_at(bytes, 8, width);
  if (length > bytes.size() - 8 - width) refuse(file, "The file ends within its header.");
  return {bytes.substr(8 + width, length), 8 + width + length};
}

/// What stands behind 'key': in the dictionary, up to one of `ends`.
std::string entry(const Header& header, const std::string& key, const char* ends) {
  const auto at = header.text.find("'" + key + "':");
  if (at == std::string::npos) return "";
  const auto from = header.text.find_first_not_of(" ", at + key.size() + 3);
  const auto to = header.text.find_first_of(ends, from);
  return from == std::string::npos || to == std::string::npos ? "" : header.text.substr(from, to - from);
}

/// The lengths in a tuple such as "(100, 3": one or two.
std::optional<std::vector<std::size_t>> lengths(const std::string& tuple) {
  std::vector<std::size_t> out;
  std::string digits;
  for (const char c : tuple + ",") {
    if (c >= '0' && c <= '9') digits += c;
    if (c != ',' || digits.empty()) continue;
    if (digits.size() > 12) return std::nullopt;
    out.push_back(std::stoull(digits));
    digits.clear();
  }
  return out.empty() || out.size() > 2 ? std::nullopt : std::optional(out);
}

template <class Number>
void fill(core::Matrix& into, const char* from, bool by_columns) {
  for (Eigen::Index i = 0; i < into.rows(); ++i)
    for (Eigen::Index j = 0; j < into.cols(); ++j) {
      const Eigen::Index at = by_columns ? i + j * into.rows() : j + i * into.cols();
      Number value;
      std::memcpy(&value, from + static_cast<std::size_t>(at) * sizeof(Number), sizeof(Number));
      into(i, j) = value;
    }
}

} // namespace

core::Matrix read_npy(const readers::TextFile& file) {
  const Header header = header_of(file);
  const std::string type = entry(header, "descr", ",}");
  if (type != "'<f8'" && type != "'<f4'")
    refuse(file, "The numbers have the type " + (type.empty() ? "''" : type) + ", not '<f8'.");
  const auto shape = lengths(entry(header, "shape", ")"));
  if (!shape) refuse(file, "The array is neither a vector nor a matrix.");
  const std::size_t rows = shape->front(), columns = shape->size() == 2 ? shape->back() : 1;
  const std::size_t width = type == "'<f8'" ? 8 : 4, there = file.bytes.size() - header.data_from;
  if (columns == 0 || rows > there / width / columns || rows * columns * width != there)
    refuse(file, "The file does not have as many numbers as its shape says.");
  core::Matrix out(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  const bool by_columns = entry(header, "fortran_order", ",}") == "True";
  const char* const from = file.bytes.data() + header.data_from;
  width == 8 ? fill<double>(out, from, by_columns) : fill<float>(out, from, by_columns);
  return out;
}

std::string npy_bytes(const core::Matrix& values) {
  const std::string shape = values.cols() == 1
                                ? std::to_string(values.rows()) + ","
                                : std::to_string(values.rows()) + ", " + std::to_string(values.cols());
  std::string header = "{'descr': '<f8', 'fortran_order': True, 'shape': (" + shape + "), }";
  header.append(63 - (header.size() + 10) % 64, ' '); // the numbers begin at a multiple of 64
  header += '\n';
  std::string out(magic);
  out += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  out += header;
  const std::size_t bytes = static_cast<std::size_t>(values.size()) * sizeof(double);
  out.resize(out.size() + bytes);
  if (bytes > 0) std::memcpy(out.data() + out.size() - bytes, values.data(), bytes);
  return out;
}

} // namespace datasets::answers
