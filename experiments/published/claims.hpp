#pragma once
#include <string>
#include <vector>

#include "experiments/published/printed_places.hpp"

namespace experiments {

/// The claims of a paper that a study judges (results/report/verdicts/claims.hpp).
struct PublishedClaims {
  std::vector<results::Claim> claims; ///< in the order of their wording
  std::vector<std::string> notes;     ///< rows of the file whose claim has no wording here, counted
};

/// Reads {file, wording}. `wording` is a map from the name of each claim that this study judges to its
/// sentence. The CSV file has the columns claim, metric, relation, axis, left, right and may have tolerance;
/// every other column is an axis, and one of several values is needed unless every row compares on it. Rows
/// of claims without a wording are left out and counted, since several studies may share a file. Reports what
/// a row names that the study lacks, a wording without rows, and what its relation cannot have.
PublishedClaims read_claims(const Node& node, const PublishedContext& context, Problems& problems);

} // namespace experiments
