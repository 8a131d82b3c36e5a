#pragma once
#include <string>

#include "experiments/ledger.hpp"
#include "results/results.hpp"
#include "results/run_directory.hpp"

namespace experiments {

/// What a finished run says.
struct Published {
  std::string text;        ///< the tables
  std::string data_hash;
  Counts counts;
  std::int64_t off = 0;    ///< compared cells that are off
};

/// The way from a ledger to results.h5 and from there to the tables: nothing is printed that was not stored first.
class Publication {
 public:
  Publication(results::StudyCard card, results::RunDirectory directory, int threads, std::string config_yaml);

  const results::StudyCard& card() const { return card_; }

  /// Replaces results.h5 by what the ledger holds now.
  void publish(const Ledger& ledger) const;

  /// Reads results.h5 and renders it for the terminal.
  Published report() const;

 private:
  results::StudyCard card_;
  results::RunDirectory directory_;
  int threads_;
  std::string config_yaml_, started_;
};

}  // namespace experiments
