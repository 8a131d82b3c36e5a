#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "results/store/file.hpp"

namespace reproducibility {

/// A disk that does in a folder what the machine's does, and knows what of it a power loss would leave:
/// contents up to the last sync of their file, names up to the last sync of their directory, and of what came
/// later any part. One call can be made to fail. The same calls in the same order have the same outcome.
class SimulatedDisk final : public results::Disk {
 public:
  enum class Fault {
    no_room,     ///< ENOSPC
    broken,      ///< EIO
    interrupted, ///< EINTR
    cut,         ///< a write takes half of its bytes; any other call does what it should
    torn,        ///< a write takes half of its bytes, and the next write finds no room
    power,       ///< nothing is done from this call on: all fail
    stale,       ///< ESTALE: the file server has lost the file
  };
  enum class Call { sync, rename, lock };

  /// What lies in the folder is taken for synced.
  explicit SimulatedDisk(std::filesystem::path folder);

  /// The call of this number, from 0, fails so.
  void strike(std::size_t call, Fault fault);

  /// Every such call fails with this errno, as of a file system that has no means for it.
  void lack(Call call, int error) { lacks_[call] = error; }

  std::size_t calls() const { return calls_; }

  /// Puts into another folder what a power loss leaves now. `survives` is asked of each change that was not
  /// synced - of a name or of contents - in the order in which they were made.
  void leave(const std::filesystem::path& into, const std::function<bool(bool of_name)>& survives) const;

  int open(const char* path, int flags, mode_t mode) override;
  int close(int descriptor) override;
  ssize_t write(int descriptor, const void* bytes, std::size_t count) override;
  ssize_t pread(int descriptor, void* into, std::size_t count, off_t offset) override;
  int ftruncate(int descriptor, off_t size) override;
  int fdatasync(int descriptor) override;
  int fsync(int descriptor) override;
  int rename(const char* from, const char* to) override;
  int flock(int descriptor, int operation) override;

 private:
  struct Change {
    std::size_t at = 0; ///< where bytes were written; or the size it was cut to
    std::string bytes;
    bool is_cut = false;
  };
  struct Contents {
    std::string synced;
    std::vector<Change> since;
  };
  struct NameChange {
    std::string from, to; ///< from is empty where `to` was made
    std::size_t contents = 0;
  };
  using Names = std::map<std::string, std::size_t>;

  static void apply(const Change& change, std::string& bytes);
  static void apply(const NameChange& change, Names& names);
  bool fails();
  bool lacks(Call call) const;
  int sync(int descriptor);
  void note_opened(const std::string& path, int descriptor, int flags, bool is_new);

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::size_t calls_ = 0, struck_ = SIZE_MAX;
  Fault fault_ = Fault::power;
  bool is_torn_ = false;
  std::map<Call, int> lacks_; // errno
  std::vector<Contents> contents_;
  std::map<std::uint64_t, std::size_t> by_inode_;
  std::map<int, std::string> open_; // descriptor -> path
  Names synced_names_;
  std::vector<NameChange> name_changes_;
};

} // namespace reproducibility
