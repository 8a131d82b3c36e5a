#pragma once
#include <filesystem>
#include <string>

#include "results/store/hdf5/file.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

namespace results {

/// Replaces a text in a file by one of the same length, so that nothing else in it moves, and seals the file
/// again.
inline void replace_text(const std::filesystem::path& path, const std::string& from, const std::string& to) {
  REQUIRE(from.size() == to.size());
  std::string bytes = bytes_of(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  bytes.replace(at, from.size(), to);
  bytes.resize(bytes.rfind("marginlab crc32 "));
  put_bytes(path, bytes + seal_of(bytes));
}

} // namespace results
