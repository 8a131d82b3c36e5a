#pragma once
#include <filesystem>

#include "results/posix_file.hpp"
#include "results/study_card.hpp"

namespace results {

/// Where the files of a run lie.
struct RunDirectory {
  std::filesystem::path path;

  std::filesystem::path journal() const { return path / "journal.jsonl"; } ///< the truth while the run lasts
  std::filesystem::path results() const {
    return path / "results.h5";
  } ///< the rows by column, replaced whole
  std::filesystem::path lock() const { return path / "lock"; }
  std::filesystem::path study() const { return path / "study.json"; } ///< the card, for status and fsck
};

/// Makes the directory and its parents if need be. Throws core::UserError in one sentence if that is
/// impossible.
RunDirectory create_run_directory(const std::filesystem::path& path);

/// One run at a time in a directory. The kernel drops the lock when the process dies, so that none is ever
/// stale; the file itself stays behind and means nothing.
class RunLock {
 public:
  /// Throws core::UserError naming the process and host that hold the lock, or why the file cannot be made.
  explicit RunLock(const RunDirectory& run);

 private:
  PosixFile file_;
};

/// The card as study.json, replaced whole, and back. Reading throws core::UserError for a missing or damaged
/// file.
void write_study(const RunDirectory& run, const StudyCard& card);
StudyCard read_study(const RunDirectory& run);

} // namespace results
