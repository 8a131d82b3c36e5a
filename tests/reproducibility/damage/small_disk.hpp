#pragma once
#include <filesystem>
#include <string>

namespace reproducibility {

/// A disk of a test's own, seen by this process and those it starts, and gone with them.
class SmallDisk {
 public:
  /// A disk of so many bytes ("64k") on an empty directory. Without the right to mount it is not there.
  SmallDisk(std::filesystem::path where, const std::string& size);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  /// Says loudly, in words that CTest counts as skipped, that there is no disk to test on.
  bool is_there() const;
  void resize(const std::string& size) const;
  void forbid_writing() const;

 private:
  void remount(unsigned long flags, const std::string& options) const;

  std::filesystem::path where_;
  int error_ = 0;
};

} // namespace reproducibility
