#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace results {

/// An open file by its descriptor. Closes itself; every failing call throws what throw_storage_error says,
/// naming the file. Only what a journal, a lock and an atomic replacement need, because streams hide short
/// writes and cannot sync.
class PosixFile {
 public:
  /// flags as of open(2); O_CLOEXEC is added, new files get mode 0666 less the umask.
  PosixFile(std::filesystem::path path, int flags);
  ~PosixFile();
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  int descriptor() const { return descriptor_; }
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const;
  /// Fills `into` from `offset` on; returns how much there was.
  std::size_t read_at(std::span<char> into, std::uint64_t offset) const;
  /// Writes all of `text` at the descriptor's position, in one write() unless the system takes only a part.
  void write(std::string_view text);
  void truncate(std::uint64_t size);
  /// fdatasync: contents and size survive a power loss from here on.
  void sync_data() const;

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// fsync of a directory: names created or renamed in it survive a power loss from here on.
void sync_directory(const std::filesystem::path& directory);

} // namespace results
