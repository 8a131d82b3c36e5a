#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"
#include "results/referee/referee.hpp"

namespace experiments {

/// What a referee looks at: printed numbers and how they are said to have been made.
struct PrintedTable {
  std::vector<results::Published> numbers;
  std::vector<results::PublishedCount> counts{};
  results::PaperDesign design{};
  std::vector<std::string> notes{}; ///< what could not be found out, one sentence each
};

/// Reads a CSV of printed numbers and its design. The table has the columns metric and value, may have se and
/// sd, and every other column is an axis. The design is YAML:
///
///   replications: 20
///   test_points: 388                      # or {colon: 46, g241c: 1350}, by name in the column data
///   test_sets: fresh | drawn              # drawn anew each time, of a simulation or of `rows`
///   rows: 62, positives: 40               # or by name as well
///   rates: {error_percent: 100}           # default: test_error 1, error_percent 100
///   improvements: {metric: improvement_percent, of: [gkl, cre], axis: method, over: platt}
///   ranks: {metrics: [rank_mse], among: method, over: 11, ties: smallest | average}
///
/// Throws SpecErrors with every mistake and its line: a design that says nothing, or names what the table
/// lacks.
PrintedTable read_printed_table(const std::filesystem::path& table, const std::filesystem::path& design);

/// The published numbers of a study, each once, with the design its config tells: replications, improvement,
/// ranks, tests, and the test points of one draw of each data set. A data set whose files are not here is
/// named in a note. Cost: one draw a data set.
PrintedTable printed_table_of(const Study& study);

} // namespace experiments
