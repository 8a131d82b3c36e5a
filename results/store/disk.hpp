#pragma once
#include <sys/types.h>

#include <cstddef>

namespace results {

/// The system calls by which anything is stored, each with the arguments, the answer and the errno of its
/// namesake: the one place at which a test can make a disk fail, lose power or forget what was not synced.
class Disk {
 public:
  virtual ~Disk() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual int close(int descriptor);
  virtual ssize_t write(int descriptor, const void* bytes, std::size_t count);
  virtual ssize_t pread(int descriptor, void* into, std::size_t count, off_t offset);
  virtual int ftruncate(int descriptor, off_t size);
  virtual int fdatasync(int descriptor);
  virtual int fsync(int descriptor);
  virtual int rename(const char* from, const char* to);

  /// The one in use: the machine's, unless another stands in its place.
  static Disk& in_use();
};

/// Puts another disk in the place of the machine's while it lives.
class DiskInstead {
 public:
  explicit DiskInstead(Disk& other);
  ~DiskInstead();
  DiskInstead(const DiskInstead&) = delete;
  DiskInstead& operator=(const DiskInstead&) = delete;
};

} // namespace results
