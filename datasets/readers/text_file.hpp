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
/// be read, or is damaged.
TextFile read_file(const std::filesystem::path& path);

} // namespace datasets::readers
