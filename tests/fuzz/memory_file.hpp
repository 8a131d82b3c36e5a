#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fuzz {

/// A file that lies in memory alone, for readers that want a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("no file in memory");
    while (!bytes.empty()) {
      const ssize_t taken = ::write(descriptor_, bytes.data(), bytes.size());
      if (taken < 0) throw std::runtime_error("no room for a file in memory");
      bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

} // namespace fuzz
