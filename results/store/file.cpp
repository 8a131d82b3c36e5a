#include "results/store/file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"

namespace results {
namespace {

std::atomic<Disk*>& instead() {
  static std::atomic<Disk*> disk = nullptr;
  return disk;
}

} // namespace

int Disk::open(const char* path, int flags, mode_t mode) {
  return ::open(path, flags, mode);
}

int Disk::close(int descriptor) {
  return ::close(descriptor);
}

ssize_t Disk::write(int descriptor, const void* bytes, std::size_t count) {
  return ::write(descriptor, bytes, count);
}

ssize_t Disk::pread(int descriptor, void* into, std::size_t count, off_t offset) {
  return ::pread(descriptor, into, count, offset);
}

int Disk::ftruncate(int descriptor, off_t size) {
  return ::ftruncate(descriptor, size);
}

int Disk::fdatasync(int descriptor) {
  return ::fdatasync(descriptor);
}

int Disk::fsync(int descriptor) {
  return ::fsync(descriptor);
}

int Disk::rename(const char* from, const char* to) {
  return ::rename(from, to);
}

int Disk::flock(int descriptor, int operation) {
  return ::flock(descriptor, operation);
}

Disk& Disk::in_use() {
  static Disk machine;
  Disk* const other = instead();
  return other == nullptr ? machine : *other;
}

DiskInstead::DiskInstead(Disk& other) {
  instead() = &other;
}

DiskInstead::~DiskInstead() {
  instead() = nullptr;
}

} // namespace results

namespace fs = std::filesystem;

namespace results {
namespace {

/// The answer of a system call, made again whenever a signal came in between.
template <class SystemCall>
auto uninterrupted(SystemCall call) {
  auto answer = call();
  while (answer < 0 && errno == EINTR) answer = call();
  return answer;
}

bool means_mendable(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EEXIST:
    case ELOOP:
    case ENAMETOOLONG:
    case ENXIO: // a socket
      return true;
    default:
      return false;
  }
}

/// What a file system says of a call that it has no means for.
bool means_unsupported(int error) {
  return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == ENOLCK;
}

/// What a file system of a cluster says that has put a name where it cannot be replaced.
bool means_unmovable(int error) {
  return error == EXDEV || error == EBUSY || error == ETXTBSY;
}

bool has_memory_limit() {
  rlimit memory{};
  return ::getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY;
}

/// "a pipe"; empty for a file, a directory, and where there is nothing.
std::string odd_kind(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "";
}

std::string odd_kind(const fs::path& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? odd_kind(facts.st_mode) : "";
}

[[noreturn]] void refuse_kind(const fs::path& path, const std::string& kind) {
  throw core::UserError("'" + path.string() + "' is " + kind +
                        ", where a regular file belongs. Remove it, or name another path.");
}

bool is_link(const fs::path& path) {
  std::error_code unknown;
  return fs::is_symlink(fs::symlink_status(path, unknown));
}

/// A descriptor of what may be opened. Asked not to block, open returns at once of a pipe that nobody else
/// has open.
int opened(const fs::path& path, int flags, Node accepted, mode_t mode) {
  const int more = O_CLOEXEC | O_NOCTTY | (accepted == Node::file ? O_NONBLOCK : 0);
  if (const std::string kind = odd_kind(path); accepted == Node::file && !kind.empty())
    refuse_kind(path, kind); // unopened: opening alone rewinds some devices
  const int descriptor = uninterrupted([&] { return Disk::in_use().open(path.c_str(), flags | more, mode); });
  if (descriptor < 0 && errno == ELOOP && (flags & O_NOFOLLOW) != 0 && is_link(path))
    throw core::UserError("'" + path.string() +
                          "' is a symbolic link, and what it leads to would be changed. Remove the link, or "
                          "name another path.");
  if (descriptor < 0) throw_storage_error("cannot open", path, errno);
  struct stat facts{};
  const std::string kind = ::fstat(descriptor, &facts) == 0 ? odd_kind(facts.st_mode) : "";
  if (accepted == Node::any || kind.empty()) return descriptor;
  Disk::in_use().close(descriptor);
  refuse_kind(path, kind);
}

bool is_dead(pid_t process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

/// What follows the process in the name of a temporary: hosts may share a directory, but not their processes.
std::string ending() {
  return "@" + host_name() + ".tmp";
}

/// The process of this host that a name such as .results.h5.123@here.tmp belongs to; 0 for any other name.
pid_t owner(const std::string& name, const std::string& target) {
  const std::string before = "." + target + ".", after = ending();
  if (!name.starts_with(before) || !name.ends_with(after)) return 0;
  if (name.size() < before.size() + after.size()) return 0;
  const std::string_view digits =
      std::string_view(name).substr(before.size(), name.size() - before.size() - after.size());
  const auto process = core::parsed<pid_t>(digits);
  return process && *process > 0 ? *process : 0;
}

void remove_leftovers(const fs::path& directory, const std::string& target) {
  std::error_code unreadable; // a directory that cannot be listed says so when the temporary is made
  for (const auto& entry : fs::directory_iterator(directory, unreadable)) {
    const pid_t process = owner(entry.path().filename().string(), target);
    std::error_code gone;
    if (process != 0 && is_dead(process)) fs::remove(entry.path(), gone);
  }
}

/// The permissions of a file that is there.
std::optional<mode_t> permissions_of(const fs::path& path) {
  struct stat facts{};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return facts.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
}

/// Where a file system has no permissions, nobody can be kept out by them either.
void set_permissions(const PosixFile& file, mode_t permissions) {
  if (::fchmod(file.descriptor(), permissions) != 0 && errno != EPERM && !means_unsupported(errno))
    throw_storage_error("cannot set the permissions of", file.path(), errno);
}

void move_into_place(const fs::path& temporary, const fs::path& target) {
  if (uninterrupted([&] { return Disk::in_use().rename(temporary.c_str(), target.c_str()); }) == 0) return;
  if (!means_unmovable(errno) && !means_unsupported(errno))
    throw_storage_error("cannot replace", target, errno);
  throw core::UserError("The file system of '" + target.string() +
                        "' cannot put a finished file in the place of another (" +
                        std::generic_category().message(errno) +
                        "). Without that a stop could leave half a file. Name another folder.");
}

void require_no_odd_kind(const fs::path& target) {
  struct stat facts{};
  const std::string kind = ::lstat(target.c_str(), &facts) == 0 ? odd_kind(facts.st_mode) : "";
  if (!kind.empty()) refuse_kind(target, kind);
}

} // namespace

bool means_full(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

std::string remedy(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files (ulimit -n)";
    case ENOMEM:
      return "free some memory, or raise its limit (ulimit -v)";
    case EIO:
      return "see to the disk, which failed (dmesg may say more)";
    case EAGAIN: // of a process or a thread, whose stack may have found no memory
      return has_memory_limit() ? "raise the limit of memory (ulimit -v), end other processes, or raise "
                                  "their limit (ulimit -u)"
                                : "end other processes, or raise their limit (ulimit -u)";
    case ESTALE:
    case ENOTCONN:
    case ETIMEDOUT:
    case EHOSTDOWN:
    case EREMOTEIO:
      return "see to the file server, which lost the file or does not answer";
    default:
      return "";
  }
}

void throw_storage_error(const std::string& problem, const std::filesystem::path& path, int error) {
  const std::string sentence =
      problem + " '" + path.string() + "' (" + std::generic_category().message(error) + ")";
  if (error == EFBIG)
    throw StoreFull(
        sentence +
        " raise the limit of a file's size (ulimit -f) and run the same command again; nothing stored "
        "is lost");
  if (means_full(error))
    throw StoreFull(sentence + " make room and run the same command again; nothing stored is lost");
  if (const std::string mend = remedy(error); !mend.empty())
    throw OutOfResources(sentence + " " + mend + " and run the same command again; nothing stored is lost");
  if (means_mendable(error)) throw core::UserError(sentence + " check the path and its permissions");
  if ((means_unsupported(error) && error != EINVAL) || means_unmovable(error))
    throw core::UserError(sentence + ". The file system cannot do this here. Name another folder.");
  throw std::runtime_error(sentence);
}

PosixFile::PosixFile(std::filesystem::path path, int flags, Node accepted, mode_t mode)
    : path_(std::move(path)), descriptor_(opened(path_, flags, accepted, mode)) {}

PosixFile::~PosixFile() {
  Disk::in_use().close(descriptor_);
}

std::uint64_t PosixFile::size() const {
  struct stat facts{};
  if (::fstat(descriptor_, &facts) != 0) throw_storage_error("cannot examine", path_, errno);
  return static_cast<std::uint64_t>(facts.st_size);
}

bool PosixFile::is_at_its_path() const {
  struct stat own{};
  struct stat there{};
  return ::fstat(descriptor_, &own) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

std::size_t PosixFile::read_at(std::span<char> into, std::uint64_t offset) const {
  std::size_t filled = 0;
  while (filled < into.size()) {
    const auto at = static_cast<off_t>(offset + filled);
    const ssize_t got = uninterrupted(
        [&] { return Disk::in_use().pread(descriptor_, into.data() + filled, into.size() - filled, at); });
    if (got == 0) break;
    if (got < 0) throw_storage_error("cannot read", path_, errno);
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

void PosixFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t taken =
        uninterrupted([&] { return Disk::in_use().write(descriptor_, text.data(), text.size()); });
    if (taken < 0) throw_storage_error("cannot write", path_, errno);
    text.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void PosixFile::truncate(std::uint64_t size) {
  if (uninterrupted([&] { return Disk::in_use().ftruncate(descriptor_, static_cast<off_t>(size)); }) != 0)
    throw_storage_error("cannot truncate", path_, errno);
}

bool PosixFile::sync_data() const {
  if (uninterrupted([&] { return Disk::in_use().fdatasync(descriptor_); }) == 0) return true;
  if (!means_unsupported(errno)) throw_storage_error("cannot sync", path_, errno);
  return false;
}

bool PosixFile::sync() const {
  if (uninterrupted([&] { return Disk::in_use().fsync(descriptor_); }) == 0) return true;
  if (!means_unsupported(errno)) throw_storage_error("cannot sync", path_, errno);
  return false;
}

Locked PosixFile::lock(int how) const {
  if (uninterrupted([&] { return Disk::in_use().flock(descriptor_, how | LOCK_NB); }) == 0)
    return Locked::yes;
  if (errno == EWOULDBLOCK) return Locked::by_another;
  if (!means_unsupported(errno)) throw_storage_error("cannot lock", path_, errno);
  return Locked::unsupported;
}

void sync_directory(const std::filesystem::path& directory) {
  // Where a file system cannot sync a directory, as some of networks, the rename itself is still atomic.
  PosixFile(directory.empty() ? "." : directory, O_RDONLY | O_DIRECTORY).sync();
}

fs::path behind_links(fs::path target) {
  std::error_code unknown;
  for (int links = 0; is_link(target); ++links) {
    if (links == 40) throw_storage_error("cannot follow", target, ELOOP);
    const fs::path next = fs::read_symlink(target, unknown);
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

void replace_file(const fs::path& target, const std::function<void(PosixFile& temporary)>& write) {
  require_no_odd_kind(target);
  const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string name = target.filename().string();
  remove_leftovers(directory, name);
  const fs::path temporary = directory / ("." + name + "." + std::to_string(::getpid()) + ending());
  const std::optional<mode_t> permissions = permissions_of(target);
  ::unlink(temporary.c_str()); // left by a process of the same number, or put there: never followed
  PosixFile file(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, Node::file, permissions ? 0600 : 0666);
  try {
    if (permissions) set_permissions(file, *permissions);
    write(file);
    file.sync();
    move_into_place(temporary, target);
  } catch (...) {
    std::error_code gone;
    fs::remove(temporary, gone);
    throw;
  }
  sync_directory(directory);
}

void replace_file(const fs::path& target, std::string_view text) {
  replace_file(target, [&text](PosixFile& temporary) { temporary.write(text); });
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

} // namespace results
