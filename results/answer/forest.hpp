#pragma once
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/verdicts/verdicts.hpp"
#include "results/statistics/agreement.hpp"

// The comparison of a table as a picture: for each cell the published number and marginlab's, each with its
// standard error. A value: results/format draws it.
namespace results {

/// A mean and its standard error; NaN where there is none.
struct Estimate {
  double mean = 0, se = 0;
  std::string text; ///< as it is printed
};

struct ForestRow {
  Coordinates at;     ///< of its cell in the table
  std::string metric; ///< the name
  std::string group;  ///< the outer labels; empty = none
  std::string label;  ///< the innermost
  std::optional<Estimate> published{}, own{};
  double z = 0;                     ///< NaN where there is none
  std::optional<Verdict> verdict{}; ///< none where the number is not judged by itself
};

/// The cells of one metric and data set.
struct ForestBlock {
  std::string title;                ///< "GKL, Example 1"
  std::string verdict{};            ///< "differs, unexplained (p < 0.001)"; may be empty
  std::optional<Verdict> outcome{}; ///< of the block: agrees (match), differs (off) or cannot tell
  std::vector<ForestRow> rows{};
};

struct Forest {
  std::string title;                 ///< the sentence of the study, without the time it took
  bool by_value = true;              ///< each number is judged by itself, not the order of the methods
  std::vector<ForestBlock> blocks{}; ///< by metric, then by data set
};

/// The error of a published mean as the comparison goes by it, printed rounding included; where there is no z
/// the printed one, over so many replications. NaN where there is none.
double published_error(const TableCell& cell, std::int32_t replications);

/// The cells that have a published number, improvements left out. The published standard error is what the
/// comparison goes by, printed rounding included; where numbers are over other data it is the printed one.
/// Throws UserError where the study has no published number at a place it computes.
Forest forest(const Judged& study);

/// The cells of the study's metrics whether or not the paper prints them, improvements left out: of a study
/// without published numbers its own. No block where nothing is computed.
Forest forest_of_all(const Judged& study);

} // namespace results
