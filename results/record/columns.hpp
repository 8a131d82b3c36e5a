#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "results/record/record.hpp"
#include "results/record/study_card.hpp"

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
  std::string format{};  ///< version of the file it was read from; empty where it was not
};

/// One row as a record again; its key is given. What is NaN counts as missing, and so does a series without a
/// point.
Record record_of(const Rows& rows, std::size_t row, Key key);

/// How many cells ended in which way.
struct Counts {
  std::int64_t ok = 0, not_converged = 0, failed = 0;

  std::int64_t finished() const { return ok + not_converged + failed; }
  void add(Outcome outcome);
};

/// Records brought into columns as they arrive, in any order: 17 bytes a planned cell, 8 a value and 24 a
/// series, and the numbers of the series. Safe for many threads.
class ResultColumns {
 public:
  /// The cells are these settings, by key, times replicates 0 to replications - 1. `asked` names the values
  /// that a finished cell has to hold.
  ResultColumns(const std::vector<std::string>& settings, std::int32_t replications,
                std::vector<std::string> asked = {});

  /// The place of a setting among those given, by its key; nothing if it is none of them.
  std::optional<std::size_t> setting(const std::string& key) const;

  /// Takes a record in. Where a cell is entered twice, the first record counts, unless it failed, and later
  /// ones add what it lacks. A failed cell has neither values nor series, and its texts are made storable. A
  /// diagnostic that is NaN and a series without points make no column. False, and nothing is taken, if the
  /// cell is none of these. The record's series must be even.
  bool enter(const Record& record);

  /// How the cell ended; nothing if it has not been entered.
  std::optional<Outcome> outcome(std::size_t setting, std::int32_t replicate) const;

  /// Counts the cells that have been entered. One that lacks a value that is asked for is left out.
  Counts counts() const;

  /// Sorted by (setting, replicate), settings in the order they were given; NaN where a cell lacks a value.
  Rows rows() const;

  /// A failure for each failed cell, in the same order; without the command to replay it.
  std::vector<Failure> failures() const;

 private:
  using ByCell = std::vector<std::vector<double>>;

  std::size_t cell(std::size_t setting, std::int32_t replicate) const;
  SeriesTable series_table(const std::map<std::string, const ByCell*>& columns) const;

  mutable std::mutex mutex_;
  std::size_t replications_;
  std::map<std::string, std::size_t, std::less<>> setting_; // by key, from the beginning on
  std::vector<std::int8_t> outcome_;                        // by cell; -1 = not entered
  std::vector<double> seconds_;                             // by cell
  std::vector<std::string> asked_;
  std::vector<HeldValues> held_;                      // of these, by cell
  std::map<std::string, std::vector<double>> values_; // by name, then by cell
  std::map<std::string, ByCell> series_;              // by name, then by cell
  std::map<std::size_t, Failure> failed_;             // by cell
};

} // namespace results
