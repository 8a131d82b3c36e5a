#include "tests/reproducibility/damage/small_disk.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/support/catch.hpp"

namespace reproducibility {
namespace {

/// Mounts of this process are hidden from all others; for who is not root, by being root of a world of its
/// own.
bool have_own_mounts() {
  const auto user = std::to_string(getuid()), group = std::to_string(getgid());
  if (unshare(CLONE_NEWNS) != 0) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
    std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  }
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

} // namespace

SmallDisk::SmallDisk(std::filesystem::path where, const std::string& size) : where_(std::move(where)) {
  static const bool own_mounts = have_own_mounts();
  std::filesystem::create_directory(where_);
  const std::string options = "size=" + size;
  if (!own_mounts || mount("none", where_.c_str(), "tmpfs", 0, options.c_str()) != 0) error_ = errno;
}

SmallDisk::~SmallDisk() {
  if (error_ == 0) umount2(where_.c_str(), MNT_DETACH);
}

bool SmallDisk::is_there() const {
  if (error_ != 0) WARN("SKIPPED: no disk may be mounted here (" << std::strerror(error_) << ")");
  return error_ == 0;
}

void SmallDisk::remount(unsigned long flags, const std::string& options) const {
  REQUIRE(mount("none", where_.c_str(), "tmpfs", MS_REMOUNT | flags, options.c_str()) == 0);
}

void SmallDisk::resize(const std::string& size) const {
  remount(0, "size=" + size);
}

void SmallDisk::forbid_writing() const {
  remount(MS_RDONLY, "");
}

} // namespace reproducibility
