#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/record/study_card.hpp"
#include "results/store/file.hpp"

namespace results {

/// Where the files of a run lie. A run may be divided into parts (the shards of a cluster, the ranks of an
/// MPI job) that compute side by side: each then has a journal and a lock of its own.
struct RunDirectory {
  std::filesystem::path path;

  /// The truth while a run lasts; that of the undivided run where no part is named.
  std::filesystem::path journal(const std::string& part = "") const {
    return path / named("journal", part, ".jsonl");
  }
  std::filesystem::path lock(const std::string& part = "") const { return path / named("lock", part, ""); }
  /// The rows by column, replaced whole.
  std::filesystem::path results() const { return path / "results.h5"; }
  std::filesystem::path study() const { return path / "study.json"; }     ///< the card, for status and merge
  std::filesystem::path config() const { return path / "config.yaml"; }   ///< the study as it was read
  std::filesystem::path resolved() const { return path / "config.json"; } ///< with every default filled in

  /// The journals that are there, that of the undivided run first, then by name.
  std::vector<std::filesystem::path> journals() const;

 private:
  static std::string named(const std::string& stem, const std::string& part, const std::string& ending) {
    return stem + (part.empty() ? "" : "-" + part) + ending;
  }
};

/// Makes the directory and its parents if need be, for a power loss to leave. Throws core::UserError in one
/// sentence if that is impossible.
RunDirectory create_run_directory(const std::filesystem::path& path);

/// The refusal of a lock that somebody else holds.
struct InUse : core::UserError {
  using UserError::UserError;
};

/// Keeps others from computing the same cells: an undivided run has the directory for itself, parts share it
/// with other parts and have their own journals for themselves. The kernel drops the locks when the process
/// dies, so that none is ever stale; the files themselves stay behind and mean nothing.
class RunLock {
 public:
  /// Throws InUse naming the process and host that hold the lock, core::UserError where the file cannot be
  /// made: something else stands in its place, or the file system has no locks.
  explicit RunLock(const RunDirectory& run, const std::string& part = "");

  /// Notes in the lock that cells are computed from now on, for `users` in other processes.
  void say_begun();

 private:
  RunDirectory run_;
  std::string name_; ///< of the part
  PosixFile directory_;
  std::optional<PosixFile> part_;
};

/// A process that works in a directory.
struct User {
  std::string holder;            ///< "process 7 on host since 2024-05-31T12:00:00Z"
  std::filesystem::path journal; ///< that of its part
  double began = 0;              ///< to compute, in seconds since 1970; 0 where its lock does not say
  std::uint64_t stored = 0;      ///< bytes that its journal had then
};

/// One a lock that is held, sorted by holder.
std::vector<User> users(const RunDirectory& run);

/// Who works in a directory: "process 7 on host since 2024-05-31T12:00:00Z", one a lock that is held.
std::vector<std::string> holders(const RunDirectory& run);

/// What a run is about, so that its journals can be made into results without the config it came from.
struct StoredStudy {
  StudyCard card;
  std::string config_yaml, resolved_json;
  bool is_proved =
      false; ///< by the checksum of the file it was read from, which older programs did not write
  std::map<std::string, std::string> printed_files{}; ///< text by path below the run directory; not read back
};

/// Three files and those of printed numbers, so that config.yaml can be run where it stands. Each is replaced
/// whole where it says something else. A folder that is a link is not followed: its files are left out.
/// Reads the three back. Reading throws core::UserError
/// for a missing or damaged card and for one whose keys are not those of its settings; configs that are
/// missing read as empty.
void write_study(const RunDirectory& run, const StoredStudy& study);
StoredStudy read_study(const RunDirectory& run);

} // namespace results
