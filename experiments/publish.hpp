#pragma once
#include "experiments/ledger.hpp"
#include "experiments/time/prediction.hpp"
#include "results/provenance.hpp"
#include "results/results.hpp"
#include "results/run_directory.hpp"

namespace experiments {

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

} // namespace experiments
