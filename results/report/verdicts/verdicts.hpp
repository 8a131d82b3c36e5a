#pragma once
#include <vector>

#include "results/report/table/table.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "results/report/verdicts/claims.hpp"
#include "results/report/verdicts/order.hpp"

namespace results {

/// A study judged once, for every panel and format to draw.
struct Judged {
  const Results& results;
  Table table;
  std::vector<Block> blocks;
  MethodOrders orders;
  std::vector<JudgedClaim> claims; ///< point into the card of the results
  /// What the study is judged by: its pairs of methods where published numbers are comparable in order only,
  /// else its cells; and the claims it judges, alone where no number is published.
  VerdictCounts counts;
};

/// Keeps a reference to the results. Throws UserError as tabulate and judged_claims do.
Judged judge(const Results& results);

} // namespace results
