#include "results/hdf5/seal.hpp"

#include <fcntl.h>
#include <zlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "results/posix_file.hpp"

namespace results {
namespace {

constexpr std::string_view kMark = "marginlab crc32 ";
constexpr std::size_t kLength = kMark.size() + 8 + 1;

std::string line(uLong sum) {
  std::string text(kMark);
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
  if (size < kLength) return Seal::missing;
  std::string last(kLength, '\0');
  file.read_at(last, size - kLength);
  if (!last.starts_with(kMark) || !last.ends_with('\n')) return Seal::missing;
  return last == line_for(file, size - kLength) ? Seal::sound : Seal::broken;
}

core::UserError damaged(const std::filesystem::path& path, const std::string& reason) {
  std::string sentence = "'";
  sentence.append(path.string()).append("' is cut short or damaged (").append(reason);
  return core::UserError(
      sentence + ") run the study again: the journal beside it has the rows, and none is computed twice");
}

} // namespace results
