#pragma once
#include <filesystem>
#include <string>

namespace datasets::readers {

/// The bytes of a file and the name messages call it by.
struct TextFile {
  std::string name;
  std::string bytes;
};

/// Reads a whole file and unpacks it if it is gzip, whatever its name says. Throws UserError where it cannot
/// be read, is damaged, or is larger than there is room for.
TextFile read_file(const std::filesystem::path& path);
TextFile read_file(const std::filesystem::path& path, std::size_t room);

/// What stands on standard input, likewise. It can be read once.
TextFile standard_input();

/// The same bytes as they lie there, packed where they are.
std::string stored_bytes(const std::filesystem::path& path);

} // namespace datasets::readers
