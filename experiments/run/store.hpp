#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/times.hpp"
#include "results/record/columns.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

/// Cells that a run directory holds beside those of a plan.
struct OtherCells {
  std::int64_t further = 0; ///< replicates of its settings beyond its replications
  std::int64_t foreign = 0; ///< of settings it does not have
};

/// What a run directory holds of a plan, and the way into it: a finished cell is first a line of the journal,
/// then counted and in columns, then in a snapshot of all of them, which is results.h5. Cells of other plans
/// that a journal also holds are passed over; they stay in the journal. A cell that a sound results.h5 has
/// and no journal - one was cut short or removed - is taken from there. A cell that lacks a metric of the
/// plan, which the study has asked for since, is not finished: it is computed again, and its new line adds
/// what it lacks. So is one that lacks a diagnostic or a series (experiments/run/cell_facts.hpp).
///
/// Looking writes nothing and needs no lock. What writes says which lock is to be held.
class RunStore {
 public:
  /// Looks at the journals without reading their numbers: a million finished cells take less than a second.
  /// Learns what cells take on the way. The plan must outlive the store.
  RunStore(const Plan& plan, results::RunDirectory directory);

  const results::RunDirectory& directory() const { return directory_; }

  // What was there when the store was made.

  const Finished& finished() const { return finished_; } ///< [setting][replicate]
  std::int64_t cells() const { return cells_; }          ///< of the plan, finished
  /// Stored, and to be computed again for a fact.
  std::int64_t cells_without_facts() const { return factless_; }
  const OtherCells& others() const { return others_; }                     ///< finished, not of the plan
  const std::vector<std::string>& warnings() const { return warnings_; }   ///< a torn tail, damaged lines
  const std::vector<std::string>& conflicts() const { return conflicts_; } ///< see conflict_sentence

  /// Copies the finished cells of the plan that another run has in its journals and this one has not into
  /// this one's: how a study that extends another finds the cells they share, and how shards of several
  /// machines meet. Nothing where the other is the same directory or has no journal. A cell's key names
  /// everything that decides its numbers, so an imported cell is the cell that would be computed. Returns how
  /// many. A cell that lacks a metric of the plan is copied where this run has nothing of it. What this store
  /// says was there does not change: look anew. Hold the lock of the undivided run.
  std::int64_t import_cells(const results::RunDirectory& from) const;

  // While cells are computed: safe from many threads. Hold the lock of the part.

  /// Opens the journal of a part for appending, until `close`.
  void open(const std::string& part) { journal_.emplace(directory_.journal(part)); }
  void close() { journal_.reset(); }
  void append(const results::Record& record) { journal_->append(record); }

  /// Syncs the journal; where the file system cannot, says so once. Where another program has removed or cut
  /// it meanwhile, says so and first writes the cells anew that were loaded or counted.
  void sync();

  /// Takes a stored record into the counts, the columns and the times. Returns its setting's place in the
  /// plan.
  std::size_t count(const results::Record& record);

  results::Counts counts() const { return columns_.counts(); } ///< of cells taken in that lack no metric
  CellTimes& times() { return times_; }
  const CellTimes& times() const { return times_; }

  // Snapshots, of an undivided run alone: hold its lock.

  /// Says whose results these are and takes in what the journals hold, and what results.h5 alone has. Throws
  /// UserError for a line with a right checksum that is no record.
  void load(results::StudyCard card, results::RunFacts facts);

  // Once it is loaded.

  /// The keys of cells of which a sound results.h5 says other than the journals.
  std::vector<std::string> contradictions() const;

  /// Puts the cells that results.h5 alone has into the journal; how many.
  std::int64_t restore() const;

  /// Hands out results.h5, where it already is what would be written, with these facts in its provenance.
  std::optional<results::Results> current_results();

  /// A further fact for the provenance of later snapshots.
  void tell(const std::string& name, std::string fact) { facts_.more[name] = std::move(fact); }

  /// What has been taken in, without provenance and hash.
  results::Results results() const;

  /// Replaces results.h5 by what has been taken in.
  void snapshot() const;

 private:
  void look(const std::vector<std::filesystem::path>& journals);
  void look_at_published(const results::JournalIndex& index);
  void look_for_facts(const std::vector<std::filesystem::path>& journals);
  void note_finished(const results::Key& key, double seconds, results::HeldValues lacks);
  void write_anew();

  void note_filled(const results::Key& key);
  void warn_of_lacking();

  const Plan& plan_;
  results::RunDirectory directory_;
  Finished finished_, stored_; // whole; whole or not
  std::int64_t lacking_cells_ = 0;
  results::HeldValues lacking_ = 0; // of the metrics of the plan: those that some of these cells lack
  std::int64_t cells_ = 0, factless_ = 0;
  OtherCells others_;
  std::optional<results::Results> published_; // results.h5, if it is sound
  bool is_published_ = false;                 // whether it has the numbers that were loaded
  std::vector<results::Record> unjournalled_; // of it, those that no journal has
  std::vector<std::string> warnings_, conflicts_;
  CellTimes times_;
  results::ResultColumns columns_;
  std::optional<results::Journal> journal_;
  bool says_unsynced_ = false;
  results::StudyCard card_;
  results::RunFacts facts_;
};

/// That cells are stored twice with different values - a reproducibility alarm - and how to look into it.
std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory);

/// Throws UserError where a directory holds a study of another name, whose tables would be replaced. One of
/// the same name goes on, whatever has become of its config.
void require_same_name(const results::RunDirectory& directory, const std::string& study);

/// Into how many shards a directory's journals divide its study; 0 where it has none of shards.
int stored_division(const results::RunDirectory& directory);

/// Throws UserError where a directory has journals of shards of another number: their parts overlap and leave
/// gaps. An undivided run may complete whatever shards have left.
void require_same_division(const results::RunDirectory& directory, const Shard& shard);

} // namespace experiments
