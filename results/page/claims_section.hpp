#pragma once
#include <string>
#include <vector>

#include "results/report/document.hpp"
#include "results/report/verdicts/verdicts.hpp"

namespace results {

/// The claims of the paper as a section of the page: a card a claim with its wording and verdict, and within
/// it each comparison that it comes to - both means, the margin, and the margin in its standard errors on a
/// strip, where 0 is level and what lies right of the band of 2 holds. Those of a claim that does not hold
/// stand open. `grids` are those of the report, from which the words of the comparisons are taken. Empty
/// where the study judges no claims.
std::string claims_section(const Judged& study, const std::vector<Grid>& grids);

/// Whether a grid of the report says the same: its title.
bool is_grid_of_claims(const std::string& title);

} // namespace results
