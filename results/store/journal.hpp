#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/record/record.hpp"
#include "results/store/file.hpp"
#include "results/store/journal_line.hpp"

namespace results {

/// The truth during a run: a text file with a line a finished cell, only ever appended to. SIGKILL loses at
/// most the cells that were running, a power loss at most the cells since the last sync.
///
/// Opening makes the file if need be and cuts off a last line that was being written when the program died.
/// One process at a time: hold the RunLock of the directory.
class Journal {
 public:
  /// Throws core::UserError if the file cannot be opened, is no journal, is of a newer format, or is a link,
  /// which could lead to somebody else's file; StoreFull.
  explicit Journal(const std::filesystem::path& path);
  /// Syncs; a failure to is not reported. Call sync() to hear of it.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// One write() a cell, after which the record survives SIGKILL; safe from many threads. Throws StoreFull if
  /// there is no room, and then nothing of the record counts. The formatting happens outside the lock.
  void append(const Record& record);

  /// fdatasync of all appended so far (milliseconds): call once a second and at the end. Does not hold up
  /// append. False where the file system cannot sync a file.
  bool sync() const;

  /// Whether the file is still what was appended, at its path: false once another program has removed,
  /// replaced or cut it.
  bool is_whole() const;

  /// Goes on in the file that is at the path now, made if need be, whatever has become of the other one. Not
  /// beside sync.
  void reopen();

 private:
  void open(const std::filesystem::path& path);

  mutable std::mutex appending_;
  std::unique_ptr<PosixFile> file_;
  std::uint64_t size_ = 0; ///< of the file, by what was appended
  bool torn_ = false;      ///< a write broke off inside a line
  bool is_cut_ = false;    ///< the file was not as long as it should be when a line was appended
};

/// What reading a journal found out beside its cells.
struct JournalReport {
  std::size_t lines = 0;  ///< sound lines of cells, repetitions counted, the header not
  bool torn_tail = false; ///< the last line was being written when the program died; it is left out
  std::vector<std::size_t> damaged{}; ///< line numbers, the header being 1; their cells count as not done
  /// Cells stored more than once with different outcomes or values: a reproducibility alarm. Sorted. A failed
  /// cell that was repeated is none. Found by index_journals, not by scan.
  std::vector<Key> conflicts{};
};

/// One sound line of a cell. The views last as long as the visit.
struct JournalLine {
  LineHead head;
  std::string_view json;
  std::uint64_t offset = 0; ///< of the JSON text in the file
  std::size_t number = 0;   ///< the header's is 1
};

/// Reads a journal once, front to back, in blocks (no mapping: a file cut short by another process is then a
/// shorter file, not a signal), verifying every checksum, and shows each sound line of a cell. Safe while
/// another process appends. Throws core::UserError if the file cannot be opened, is no journal, or is of a
/// newer format.
JournalReport scan(const std::filesystem::path& path, const std::function<void(const JournalLine&)>& visit);

// A cell may be stored more than once: repeated after a failure, or by a merge of journals.

/// Does a later line of the same cell take the place of this one? Only of a failure: published numbers do not
/// change under their reader.
inline bool is_replaceable(Outcome earlier) {
  return earlier == Outcome::failed;
}

/// Did two finished computations of one cell come to different outcomes or to values or series with different
/// bits? All NaN are one, and are the same as no value, which columns cannot tell from them; time spent does
/// not count, and a failure contradicts nothing. What only one of the two says anything of is no difference:
/// a metric that it was asked for, or a diagnostic or a table of series that the other's program did not
/// store.
bool disagree(const Record& one, const Record& other);

/// Adds the cell to report.conflicts, once. Cells must come in sorted order.
void note_conflict(JournalReport& report, const Key& key);

/// Which cells journals hold and how they ended, without their numbers: what resuming and status need.
class JournalIndex {
 public:
  struct Entry {
    CellId cell;
    Outcome outcome = Outcome::ok;
    float seconds = 0;    ///< of thread time
    HeldValues lacks = 0; ///< of the values asked about: those that no line of a finished cell holds
  };

  /// entries: sorted by cell, each cell once. reports: one a journal.
  JournalIndex(std::vector<Entry> entries, std::vector<JournalReport> reports, std::vector<Key> conflicts);

  /// The cell's entry, or nullptr if it is not there. Binary search.
  const Entry* find(const Key& key) const;
  /// How the cell ended, whatever it lacks; nothing if it is not there.
  std::optional<Outcome> outcome(const Key& key) const;
  std::size_t size() const { return entries_.size(); } ///< distinct cells
  const std::vector<Entry>& entries() const { return entries_; }

  /// What reading each journal found out, in the order they were given; conflicts are in `report` alone.
  const std::vector<JournalReport>& reports() const { return reports_; }
  /// All of it together: `damaged` counts lines of all journals, each by its number in its own.
  const JournalReport& report() const { return report_; }

 private:
  std::vector<Entry> entries_;
  std::vector<JournalReport> reports_;
  JournalReport report_;
};

/// Scans journals into an index; O(m log m) for m lines, 56 bytes a line. Where a cell is stored twice, the
/// first line of the first journal counts, unless it failed, and later ones add what it lacks. `asked` names
/// the values that a finished cell has to hold, at most 64. Errors as of scan.
JournalIndex index_journals(const std::vector<std::filesystem::path>& paths,
                            std::span<const std::string> asked = {});

} // namespace results
