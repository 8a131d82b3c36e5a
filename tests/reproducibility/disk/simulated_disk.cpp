#include "tests/reproducibility/disk/simulated_disk.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <utility>

namespace reproducibility {
namespace {

namespace fs = std::filesystem;

struct stat facts_of(int descriptor) {
  struct stat facts{};
  ::fstat(descriptor, &facts);
  return facts;
}

int error_of(SimulatedDisk::Fault fault) {
  switch (fault) {
    case SimulatedDisk::Fault::no_room:
      return ENOSPC;
    case SimulatedDisk::Fault::interrupted:
      return EINTR;
    case SimulatedDisk::Fault::stale:
      return ESTALE;
    default:
      return EIO;
  }
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

} // namespace

SimulatedDisk::SimulatedDisk(fs::path folder) : folder_(std::move(folder)) {
  for (const auto& entry : fs::directory_iterator(folder_)) {
    struct stat facts{};
    ::stat(entry.path().c_str(), &facts);
    std::ifstream in(entry.path(), std::ios::binary);
    by_inode_[facts.st_ino] = synced_names_[entry.path().string()] = contents_.size();
    contents_.push_back({{std::istreambuf_iterator<char>(in), {}}, {}});
  }
}

void SimulatedDisk::strike(std::size_t call, Fault fault) {
  struck_ = call;
  fault_ = fault;
}

/// Counts a call that cannot be cut short; whether it fails, with its errno.
bool SimulatedDisk::fails() {
  const bool is_struck = calls_ == struck_, is_later = calls_ > struck_;
  ++calls_;
  if (fault_ == Fault::power && (is_struck || is_later)) {
    errno = EIO;
    return true;
  }
  if (!is_struck || fault_ == Fault::cut || fault_ == Fault::torn) return false;
  errno = error_of(fault_);
  return true;
}

bool SimulatedDisk::lacks(Call call) const {
  const auto found = lacks_.find(call);
  if (found != lacks_.end()) errno = found->second;
  return found != lacks_.end();
}

void SimulatedDisk::apply(const Change& change, std::string& bytes) {
  if (change.is_cut) {
    bytes.resize(change.at);
    return;
  }
  if (bytes.size() < change.at + change.bytes.size()) bytes.resize(change.at + change.bytes.size());
  bytes.replace(change.at, change.bytes.size(), change.bytes);
}

void SimulatedDisk::apply(const NameChange& change, Names& names) {
  if (!change.from.empty()) names.erase(change.from);
  names[change.to] = change.contents;
}

void SimulatedDisk::note_opened(const std::string& path, int descriptor, int flags, bool is_new) {
  open_[descriptor] = path;
  const std::uint64_t inode = facts_of(descriptor).st_ino;
  if (is_new) { // an inode may have been another file's before
    by_inode_[inode] = contents_.size();
    name_changes_.push_back({"", path, contents_.size()});
    contents_.emplace_back();
  } else if ((flags & O_TRUNC) != 0 && by_inode_.contains(inode)) {
    contents_[by_inode_[inode]].since.push_back({0, "", true});
  }
}

int SimulatedDisk::open(const char* path, int flags, mode_t mode) {
  const std::lock_guard lock(mutex_);
  if (fails()) return -1;
  const bool is_new = (flags & O_CREAT) != 0 && ::access(path, F_OK) != 0;
  const int descriptor = ::open(path, flags, mode);
  if (descriptor >= 0) note_opened(path, descriptor, flags, is_new);
  return descriptor;
}

int SimulatedDisk::close(int descriptor) {
  const std::lock_guard lock(mutex_);
  open_.erase(descriptor);
  return ::close(descriptor); // whose failure nobody could mend, and which is no call to strike
}

ssize_t SimulatedDisk::write(int descriptor, const void* bytes, std::size_t count) {
  const std::lock_guard lock(mutex_);
  const bool is_struck = calls_ == struck_;
  if (fails()) return -1;
  if (std::exchange(is_torn_, is_struck && fault_ == Fault::torn)) {
    errno = ENOSPC;
    return -1;
  }
  if (is_struck) count = std::max<std::size_t>(1, count / 2);
  const bool appends = (::fcntl(descriptor, F_GETFL) & O_APPEND) != 0;
  const auto at = appends ? facts_of(descriptor).st_size : ::lseek(descriptor, 0, SEEK_CUR);
  const ssize_t written = ::write(descriptor, bytes, count);
  if (written > 0)
    contents_[by_inode_.at(facts_of(descriptor).st_ino)].since.push_back(
        {static_cast<std::size_t>(at), {static_cast<const char*>(bytes), static_cast<std::size_t>(written)}});
  return written;
}

ssize_t SimulatedDisk::pread(int descriptor, void* into, std::size_t count, off_t offset) {
  const std::lock_guard lock(mutex_);
  return fails() ? -1 : ::pread(descriptor, into, count, offset);
}

int SimulatedDisk::ftruncate(int descriptor, off_t size) {
  const std::lock_guard lock(mutex_);
  if (fails() || ::ftruncate(descriptor, size) != 0) return -1;
  contents_[by_inode_.at(facts_of(descriptor).st_ino)].since.push_back(
      {static_cast<std::size_t>(size), "", true});
  return 0;
}

int SimulatedDisk::sync(int descriptor) {
  const std::lock_guard lock(mutex_);
  if (fails() || lacks(Call::sync)) return -1;
  const struct stat facts = facts_of(descriptor);
  if (S_ISDIR(facts.st_mode)) {
    const std::string folder = open_.at(descriptor);
    std::erase_if(name_changes_, [&](const NameChange& change) {
      if (folder_of(change.to) != folder) return false;
      apply(change, synced_names_);
      return true;
    });
  } else if (const auto found = by_inode_.find(facts.st_ino); found != by_inode_.end()) {
    Contents& contents = contents_[found->second];
    for (const Change& change : contents.since) apply(change, contents.synced);
    contents.since.clear();
  }
  return 0;
}

int SimulatedDisk::fdatasync(int descriptor) {
  return sync(descriptor);
}

int SimulatedDisk::fsync(int descriptor) {
  return sync(descriptor);
}

int SimulatedDisk::rename(const char* from, const char* to) {
  const std::lock_guard lock(mutex_);
  if (fails() || lacks(Call::rename) || ::rename(from, to) != 0) return -1;
  struct stat facts{};
  ::stat(to, &facts);
  name_changes_.push_back({from, to, by_inode_.at(facts.st_ino)});
  return 0;
}

/// No call to strike: what is locked is what a process has open, and nothing of the disk changes.
int SimulatedDisk::flock(int descriptor, int operation) {
  return lacks(Call::lock) ? -1 : ::flock(descriptor, operation);
}

void SimulatedDisk::leave(const fs::path& into, const std::function<bool(bool of_name)>& survives) const {
  const std::lock_guard lock(mutex_);
  Names names = synced_names_;
  for (const NameChange& change : name_changes_)
    if (survives(true)) apply(change, names);
  std::vector<std::string> bytes;
  for (const Contents& contents : contents_) {
    std::string& left = bytes.emplace_back(contents.synced);
    for (const Change& change : contents.since)
      if (survives(false)) apply(change, left);
  }
  fs::create_directories(into);
  for (const auto& [path, contents] : names)
    std::ofstream(into / fs::path(path).filename(), std::ios::binary) << bytes[contents];
}

} // namespace reproducibility
