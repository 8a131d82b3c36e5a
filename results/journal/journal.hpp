#pragma once
#include <filesystem>
#include <mutex>

#include "results/posix_file.hpp"
#include "results/record.hpp"

namespace results {

/// The truth during a run: a text file with a line a finished cell, only ever appended to. SIGKILL loses at
/// most the cells that were running, a power loss at most the cells since the last sync.
///
/// Opening makes the file if need be and cuts off a last line that was being written when the program died.
/// One process at a time: hold the RunLock of the directory.
class Journal final : public Sink {
 public:
  /// Throws core::UserError if the file cannot be opened, is no journal or is of a newer format; StoreFull.
  explicit Journal(const std::filesystem::path& path);
  /// Syncs; a failure to is not reported. Call sync() to hear of it.
  ~Journal() override;

  /// One write() a cell; safe from many threads. Throws StoreFull if there is no room, and then nothing of
  /// the record counts. The formatting happens outside the lock.
  void append(const Record& record) override;

  /// fdatasync of all appended so far (milliseconds): call once a second and at the end. Does not hold up
  /// append.
  void sync() const;

 private:
  std::mutex appending_;
  PosixFile file_;
  bool torn_ = false; ///< a write broke off inside a line
};

} // namespace results
