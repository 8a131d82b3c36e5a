#pragma once
#include "results/record.hpp"
#include "results/study_card.hpp"

namespace results {

/// The finished cells of a study by column, sorted by (setting, replicate). All columns have the same length;
/// those of a series table have one of their own.
struct Rows {
  std::vector<std::int32_t> setting; ///< index into StudyCard::settings
  std::vector<std::int32_t> replicate;
  std::vector<std::int32_t> outcome;                 ///< Outcome
  std::map<std::string, std::vector<double>> values; ///< NaN where a cell has no such value
  std::vector<double> seconds;                       ///< timing; not part of data_hash
  std::map<std::string, SeriesTable> series{};       ///< by table: the cells' series, one under the other

  std::size_t size() const { return setting.size(); }
};

struct Failure {
  Key key;
  std::string stage, error, replay; ///< replay: the command that runs this cell alone
  int signal = 0;                   ///< that ended the process of the cell; 0 = none
  std::string stderr_tail{};        ///< the last lines it wrote to standard error
};

/// Facts about the run that are not data: who made the file, with what. Sorted by name.
using Provenance = std::map<std::string, std::string>;

/// All of one results.h5.
struct Results {
  StudyCard card;
  Rows rows;
  std::vector<Failure> failures;
  Provenance provenance;
  std::string data_hash; ///< SHA-256 over the canonical rows and failures, timing left out
};

} // namespace results
