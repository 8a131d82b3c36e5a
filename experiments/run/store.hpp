#pragma once
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/times.hpp"
#include "results/record/columns.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

struct Counts {
  std::int64_t ok = 0, not_converged = 0, failed = 0;
  std::int64_t finished() const { return ok + not_converged + failed; }
  void add(results::Outcome outcome) {
    ok += outcome == results::Outcome::ok ? 1 : 0;
    not_converged += outcome == results::Outcome::not_converged ? 1 : 0;
    failed += outcome == results::Outcome::failed ? 1 : 0;
  }
};

/// The finished cells of a plan, by column: what a snapshot is made from. Cells of other plans that a journal
/// also holds are passed over; they stay in the journal. Safe for many writers and one reader.
class Ledger {
 public:
  explicit Ledger(const Plan& plan);

  /// Takes a record in. Of a cell entered more than once the first record counts, unless it failed. False if
  /// the plan has no such cell.
  bool enter(const results::Record& record);

  Counts counts() const;

  /// Sorted by (setting, replicate), which is by key; failed cells are rows with NaN values and without
  /// series.
  results::Rows rows() const;
  std::vector<results::Failure> failures() const;

 private:
  const Plan& plan_;
  mutable std::mutex mutex_;
  results::Assembly cells_;
};

/// What a run directory already holds of a plan.
struct Stored {
  Finished finished;                  ///< [setting][replicate]
  std::int64_t cells = 0;             ///< of the plan, finished
  std::vector<std::string> warnings;  ///< a torn tail, damaged lines
  std::vector<std::string> conflicts; ///< cells stored twice with different values: a reproducibility alarm
};

/// Looks at the journals without reading their numbers: a million finished cells take less than a second.
/// Learns what cells take on the way.
Stored look_up(const Plan& plan, const results::RunDirectory& directory, CellTimes& times);

/// Reads the journals' numbers into the ledger. Throws UserError for a line with a right checksum that is no
/// record.
void read_into(Ledger& ledger, const results::RunDirectory& directory);

/// The published file, where it already is what the journals and this study would give.
std::optional<results::Results> published_already(const results::StudyCard& card, std::int64_t cells,
                                                  const results::RunDirectory& directory);

/// The way from a ledger to results.h5 and back: nothing is reported that was not stored first.
class Publication {
 public:
  Publication(results::StudyCard card, results::RunDirectory directory, results::RunFacts facts);

  const results::StudyCard& card() const { return card_; }

  /// How long the computing took, and what was said of it before: told in the provenance from then on.
  void took(const std::optional<Prediction>& predicted, double wall_seconds);

  /// Replaces results.h5 by what the ledger holds now.
  void publish(const Ledger& ledger) const;

  /// Reads results.h5.
  results::Results published() const;

 private:
  results::StudyCard card_;
  results::RunDirectory directory_;
  results::RunFacts facts_;
};

/// Appends to the journal of one run the finished cells of its plan that another run has in its own and the
/// first has not: how a study that extends another finds the cells they share, and how shards of several
/// machines meet. Nothing where either is the same directory or the other has no journal. A cell's key names
/// everything that decides its numbers, so a cell taken over is the cell that would be computed. Returns how
/// many. Hold the first run's lock.
std::int64_t take_over(const Plan& plan, const Finished& finished, const results::RunDirectory& from,
                       const results::RunDirectory& to);

} // namespace experiments
