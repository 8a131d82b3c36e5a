#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/options.hpp"
#include "experiments/run/store.hpp"

namespace experiments {

/// A run while it lasts: what is asked of it, and what its rounds have in common.
struct Run {
  const RunOptions& options;
  results::RunDirectory directory;
  Executor& executor;
  /// No cell begins that would end later, by what cells of its setting took, and one that does is given up.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::map<std::string, std::string> facts{}; ///< further ones for the provenance
  bool interim = false;                       ///< whether more replications may follow
  bool has_card = false;                      ///< study.json is what the study was read from
};

/// What came of a run, or of one round of it.
struct RunResult {
  enum class Ending { done, signal, store_full, failures, deadline, contradiction };
  Ending ending = Ending::done;
  int signal = 0;                            ///< that asked for a stop
  std::string store_full{};                  ///< why nothing more could be stored
  std::vector<std::string> contradictions{}; ///< cells of which results.h5 says other than the journals
  std::optional<Prediction> predicted{};
  double wall_seconds = 0;
  results::Counts counts;                    ///< of all cells of the plan, or of those of the shard
  std::int64_t missing = 0;                  ///< likewise
  std::optional<results::Results> results{}; ///< not of a shard, nor where the store is full
};

/// A study with one number of replications: what is stored of it and what is left to do, in which order.
class Round {
 public:
  /// Reads the journals, writes nothing.
  Round(Study study, const Run& run);

  const Study& study() const { return study_; }
  const RunStore& store() const { return store_; }
  std::int64_t cells_left() const;

  /// Throws UserError with one sentence for each data set of cells to compute that is missing or damaged.
  void require_data() const { experiments::require_data(study_.plan, groups_); }

  /// What is stored, what is to be computed and how long it may take; what was wrong with the journals.
  void say_plan() const;

  /// Throws UserError where nothing is stored yet and the wall time is guessed to be more than 30 days, or
  /// that of a group, which a kill would lose whole, more than a day, unless the run is to begin all the
  /// same.
  void require_bearable() const;

  /// Leaves what is missing to others.
  void compute_nothing() { groups_.clear(); }

  /// Computes what is left and makes results.h5 from the journals, unless it already is what they give; an
  /// interim round that comes to its end makes none. A shard only adds to its own journal. Where a sound
  /// results.h5 contradicts the journals nothing is computed or written. Hold the lock of the directory or of
  /// the shard.
  RunResult complete();

 private:
  RunResult complete_shard();
  RunResult complete_whole();
  void load(const results::StudyCard& card);
  std::int64_t cells_left_now() const;
  RunResult compute(const std::function<void()>& snapshot);

  const Run& run_;
  Study study_;
  RunStore store_; // of the plan of study_
  std::vector<Group> groups_;
};

} // namespace experiments
