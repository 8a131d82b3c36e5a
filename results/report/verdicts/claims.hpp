#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"

namespace results {

// Do a paper's claims hold in our replicates? What is left to ask where it prints no number, or none that we
// have. A claim is a sentence of the paper and the rows that it comes to: comparisons of two values of an
// axis by one metric.
//
// A row is judged by the paired difference d with Monte Carlo standard error s, over the replicates that both
// sides have, and its margin, which is positive where the row is right:
//   less      margin = right - left
//   within    the smaller of the margins of left < right (1 + t) and left > right (1 - t); with an absolute
//             tolerance t of left < right + t and left > right - t
//   equals    no difference at all
//   infinite  the mean of left is infinite
// holds: margin > 0 and >= 2 s. fails: margin < 0 and < -3 s. cannot tell: the rest. A row `equals` holds
// where every replicate is equal, and fails beyond 3 s; a row `infinite` fails where the mean is finite over
// as many replicates as the paper's (two where it does not say). Where a mean is infinite the sides are
// compared as they stand. A claim holds if all its rows do, and fails if one does.
//
// docs/verdicts.md gives the reasons.

struct JudgedRow {
  const ClaimRow* row = nullptr;
  double left = std::numeric_limits<double>::quiet_NaN();  ///< mean
  double right = std::numeric_limits<double>::quiet_NaN(); ///< mean, or the number; NaN of `infinite`
  double margin = std::numeric_limits<double>::quiet_NaN();
  double se = std::numeric_limits<double>::quiet_NaN(); ///< of the margin
  Verdict verdict = Verdict::cannot_tell;               ///< match: it holds; off: it fails
};

struct JudgedClaim {
  const Claim* claim = nullptr;
  std::vector<JudgedRow> rows{};
  Verdict verdict = Verdict::cannot_tell;
};

/// Every claim of the card, in its order. Throws UserError where a claim names what the study lacks.
std::vector<JudgedClaim> judged_claims(const Results& results);

/// The verdicts with one block in place of that which it stands for (AxisValue::stands_for).
struct ClaimReading {
  std::string label;                            ///< of the block
  std::vector<std::optional<Verdict>> verdicts; ///< of every claim; none where it names no such block
};

/// One of each block that stands for one the claims name: what becomes of them under another reading. They
/// are shown and not counted. Throws as judged_claims does.
std::vector<ClaimReading> claim_readings(const Results& results);

/// "holds", "fails", "cannot tell"
std::string claim_word(Verdict verdict);

} // namespace results
