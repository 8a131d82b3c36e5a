#include "results/replace_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "results/posix_file.hpp"
#include "results/provenance.hpp"
#include "results/storage_error.hpp"

namespace fs = std::filesystem;

namespace results {
namespace {

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
  const char* const end = name.data() + name.size() - after.size();
  pid_t process = 0;
  const auto read = std::from_chars(name.data() + before.size(), end, process);
  return read.ec == std::errc() && read.ptr == end && process > 0 ? process : 0;
}

void remove_leftovers(const fs::path& directory, const std::string& target) {
  std::error_code unreadable; // a directory that cannot be listed says so when the temporary is made
  for (const auto& entry : fs::directory_iterator(directory, unreadable)) {
    const pid_t process = owner(entry.path().filename().string(), target);
    std::error_code gone;
    if (process != 0 && is_dead(process)) fs::remove(entry.path(), gone);
  }
}

void publish(const fs::path& temporary, const fs::path& target) {
  const PosixFile whole(temporary, O_RDONLY);
  if (::fsync(whole.descriptor()) != 0) throw_storage_error("cannot sync", temporary, errno);
  if (::rename(temporary.c_str(), target.c_str()) != 0) throw_storage_error("cannot replace", target, errno);
}

} // namespace

void replace_file(const fs::path& target, const std::function<void(const fs::path& temporary)>& write) {
  const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string name = target.filename().string();
  remove_leftovers(directory, name);
  const fs::path temporary = directory / ("." + name + "." + std::to_string(::getpid()) + ending());
  try {
    write(temporary);
    publish(temporary, target);
  } catch (...) {
    std::error_code gone;
    fs::remove(temporary, gone);
    throw;
  }
  sync_directory(directory);
}

void replace_file(const fs::path& target, std::string_view text) {
  replace_file(target, [&text](const fs::path& temporary) {
    PosixFile(temporary, O_WRONLY | O_CREAT | O_TRUNC).write(text);
  });
}

} // namespace results
