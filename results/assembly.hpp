#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace results {

/// Records brought into columns as they arrive, in any order: 9 bytes a planned cell, 8 a value and 24 a
/// series, and the numbers of the series. Not for several threads at once.
class Assembly {
 public:
  /// The cells are these settings, by key, times replicates 0 to replications - 1.
  Assembly(const std::vector<std::string>& settings, std::int32_t replications);

  /// Takes a record in. Of a cell entered more than once the first record counts, unless it failed. A failed
  /// cell has neither values nor series, and its texts are made storable. False, and nothing is taken, if the
  /// cell is none of these. The record's series must be even.
  bool enter(const Record& record);

  /// How the cell ended; nothing if it has not been entered.
  std::optional<Outcome> outcome(std::size_t setting, std::int32_t replicate) const;

  /// Sorted by (setting, replicate), settings in the order they were given; NaN where a cell lacks a value.
  Rows rows() const;

  /// A failure for each failed cell, in the same order; without the command to replay it.
  std::vector<Failure> failures() const;

 private:
  using ByCell = std::vector<std::vector<double>>;

  std::size_t cell(std::size_t setting, std::int32_t replicate) const;
  SeriesTable series_table(const std::map<std::string, const ByCell*>& columns) const;

  std::size_t replications_;
  std::map<std::string, std::size_t, std::less<>> setting_; // by key
  std::vector<std::int8_t> outcome_;                        // by cell; -1 = not entered
  std::vector<double> seconds_;                             // by cell
  std::map<std::string, std::vector<double>> values_;       // by name, then by cell
  std::map<std::string, ByCell> series_;                    // by name, then by cell
  std::map<std::size_t, Failure> failed_;                   // by cell
};

} // namespace results
