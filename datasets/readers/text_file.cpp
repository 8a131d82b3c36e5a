#include "datasets/readers/text_file.hpp"

#include <array>
#include <fstream>

#include "core/contract.hpp"
#include "datasets/readers/gzip.hpp"
#include "datasets/readers/memory_budget.hpp"

namespace datasets::readers {

namespace {

/// What there is, asked for block by block, so that a file that grows or does not say its size is not more.
std::string bytes_of(std::ifstream& in, std::size_t size, std::size_t room, const std::string& name) {
  require_room(name, table_over_text * static_cast<double>(size), room);
  std::string bytes;
  bytes.reserve(size);
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
    require_room(name, table_over_text * static_cast<double>(bytes.size()), room);
  }
  return bytes;
}

} // namespace

TextFile read_file(const std::filesystem::path& path) {
  return read_file(path, reading_room());
}

namespace {

std::string stored_bytes(const std::filesystem::path& path, std::size_t room) {
  std::error_code ignored;
  const std::string name = path.string();
  core::require(std::filesystem::exists(path, ignored),
                name + ": there is no such file. Paths begin at the working directory. Correct the path.");
  core::require(!std::filesystem::is_directory(path, ignored),
                name + ": this is a folder. Name the file in it.");
  core::require(
      std::filesystem::is_regular_file(path, ignored),
      name + ": this is a pipe or a device. A data set is read more than once. Write it into a file.");
  std::ifstream in(path, std::ios::binary);
  core::require(in.is_open(), name + ": it cannot be opened. Look at its permissions.");
  std::string bytes = bytes_of(in, std::filesystem::file_size(path), room, name);
  core::require(!in.bad(), name + ": it cannot be read to its end. Look at the disk.");
  return bytes;
}

} // namespace

std::string stored_bytes(const std::filesystem::path& path) {
  return stored_bytes(path, reading_room());
}

namespace {

TextFile unpacked(const std::string& name, std::string bytes, std::size_t room) {
  if (is_gzip(bytes))
    bytes = gunzip(bytes, name, static_cast<std::size_t>(static_cast<double>(room) / table_over_text));
  return {name, std::move(bytes)};
}

} // namespace

TextFile read_file(const std::filesystem::path& path, std::size_t room) {
  return unpacked(path.string(), stored_bytes(path, room), room);
}

TextFile standard_input() {
  const std::string name = "standard input";
  std::ifstream in("/dev/stdin", std::ios::binary);
  core::require(in.is_open(), name + ": it cannot be opened. Name a file.");
  const std::size_t room = reading_room();
  std::string bytes = bytes_of(in, 0, room, name);
  core::require(!in.bad(), name + ": it cannot be read to its end. Name a file.");
  return unpacked(name, std::move(bytes), room);
}

} // namespace datasets::readers
