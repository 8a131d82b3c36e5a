#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

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
  virtual int flock(int descriptor, int operation);

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

/// The machine has no more of something - descriptors, processes, memory, room - or its disk failed.
/// Everything stored is kept: mend that and run the same command again (exit code 75).
struct OutOfResources : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The disk or the quota is full. Everything appended before is kept.
struct StoreFull : OutOfResources {
  using OutOfResources::OutOfResources;
};

/// Is this errno one of "no room": disk, quota or file-size limit?
bool means_full(int error);

/// What to do about an errno that says the machine has no more of something, room aside, or that its
/// disk failed; empty for any other.
std::string remedy(int error);

/// Throws what the errno of a failed system call on `path` means to a run: StoreFull where there is no room,
/// OutOfResources where there is no more of something else, the disk failed or a file server does not answer,
/// core::UserError where the path, its permissions or the choice of file system are the person's to mend,
/// std::runtime_error otherwise. `problem` is the beginning of the sentence, such as "cannot open".
[[noreturn]] void throw_storage_error(const std::string& problem, const std::filesystem::path& path,
                                      int error);

/// What a path may lead to that is opened. A pipe, a socket or a device in the place of a file could be
/// waited for, read or written without end.
enum class Node {
  file, ///< a regular file, or a directory
  any,
};

/// Whether a lock was taken.
enum class Locked {
  yes,
  by_another,  ///< another process holds it
  unsupported, ///< the file system has no locks; errno says how it put that
};

/// An open file by its descriptor. Closes itself; every failing call throws what throw_storage_error says,
/// naming the file. Only what a journal, a lock and an atomic replacement need, because streams hide short
/// writes and cannot sync.
class PosixFile {
 public:
  /// flags as of open(2); O_CLOEXEC is added, new files get this mode less the umask. Throws core::UserError,
  /// without waiting, where the path leads to what is not accepted, or with O_NOFOLLOW is a symbolic link.
  PosixFile(std::filesystem::path path, int flags, Node accepted = Node::file, mode_t mode = 0666);
  ~PosixFile();
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  int descriptor() const { return descriptor_; }
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const;
  /// Whether its path still leads to it.
  bool is_at_its_path() const;
  /// Fills `into` from `offset` on; returns how much there was.
  std::size_t read_at(std::span<char> into, std::uint64_t offset) const;
  /// Writes all of `text` at the descriptor's position, in one write() unless the system takes only a part.
  void write(std::string_view text);
  void truncate(std::uint64_t size);
  /// fdatasync: contents and size survive a power loss from here on. False where the file system cannot sync
  /// a file: then everything but a power loss is survived.
  bool sync_data() const;
  /// fsync, likewise.
  bool sync() const;
  /// flock(2) without waiting; `how` is LOCK_SH or LOCK_EX.
  Locked lock(int how) const;

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// fsync of a directory: names created or renamed in it survive a power loss from here on, where the file
/// system can sync a directory.
void sync_directory(const std::filesystem::path& directory);

/// What a name leads to through symbolic links, for a file that a person named: that is written then, not the
/// link. Throws core::UserError for links in a circle.
std::filesystem::path behind_links(std::filesystem::path target);

/// Puts a whole new file in the place of `target`, or leaves everything as it was and throws; of a symbolic
/// link in the place of the link, so that nobody's link leads it astray, and of a device or pipe not at all
/// (core::UserError). `write` fills the file `.<name>.<pid>@<host>.tmp` in the same directory, so that the
/// rename is atomic, which was not there before; then fsync, rename, fsync of the directory. The new file has
/// the permissions of the old one. Who holds the old file open keeps reading the old one. Temporaries of
/// processes that no longer live are removed first.
void replace_file(const std::filesystem::path& target,
                  const std::function<void(PosixFile& temporary)>& write);

/// The same with the text to be written. Throws as PosixFile does.
void replace_file(const std::filesystem::path& target, std::string_view text);

/// Who writes, and when, where other processes are to know: 2024-05-31T12:00:00Z
std::string utc_now();
std::string host_name();

} // namespace results
