#include "results/posix_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "results/storage_error.hpp"

namespace results {

PosixFile::PosixFile(std::filesystem::path path, int flags)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw_storage_error("cannot open", path_, errno);
}

PosixFile::~PosixFile() {
  ::close(descriptor_);
}

std::uint64_t PosixFile::size() const {
  struct stat facts {};
  if (::fstat(descriptor_, &facts) != 0) throw_storage_error("cannot examine", path_, errno);
  return static_cast<std::uint64_t>(facts.st_size);
}

std::size_t PosixFile::read_at(std::span<char> into, std::uint64_t offset) const {
  std::size_t filled = 0;
  while (filled < into.size()) {
    const auto at = static_cast<off_t>(offset + filled);
    const ssize_t got = ::pread(descriptor_, into.data() + filled, into.size() - filled, at);
    if (got == 0) break;
    if (got > 0) filled += static_cast<std::size_t>(got);
    if (got < 0 && errno != EINTR) throw_storage_error("cannot read", path_, errno);
  }
  return filled;
}

void PosixFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t taken = ::write(descriptor_, text.data(), text.size());
    if (taken > 0) text.remove_prefix(static_cast<std::size_t>(taken));
    if (taken < 0 && errno != EINTR) throw_storage_error("cannot write", path_, errno);
  }
}

void PosixFile::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
    throw_storage_error("cannot truncate", path_, errno);
}

void PosixFile::sync_data() const {
  if (::fdatasync(descriptor_) != 0) throw_storage_error("cannot sync", path_, errno);
}

void sync_directory(const std::filesystem::path& directory) {
  const PosixFile opened(directory.empty() ? "." : directory, O_RDONLY | O_DIRECTORY);
  // Some network file systems cannot sync a directory and answer EINVAL; the rename itself is still atomic
  // there.
  if (::fsync(opened.descriptor()) != 0 && errno != EINVAL)
    throw_storage_error("cannot sync", directory, errno);
}

} // namespace results
