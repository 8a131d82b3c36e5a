#pragma once
#include <mutex>
#include <vector>

#include "experiments/plan.hpp"
#include "results/assembly.hpp"

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

} // namespace experiments
