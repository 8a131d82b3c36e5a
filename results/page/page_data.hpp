#pragma once
#include <string>
#include <vector>

#include "results/page/cell_facts.hpp"
#include "results/record/columns.hpp"

namespace results {

/// At most so many replicates of a number go into the page one by one. Beyond that it has as many quantiles
/// and the farthest ten, and says so.
inline constexpr std::size_t most_replicates = 200;

/// What the script of the page draws from, as JSON that holds neither '<' nor '&': of each cell its numbers
/// and replicates to six digits, of each setting the curve of its criterion to four, as mean, 10 % and 90 %
/// over the replicates with how often each lambda was chosen. `directory` is where the run lies, as the
/// commands of the page name it. Cost: linear in the replicates and the points of the curves, and their
/// sorting.
std::string page_data(const Results& results, const std::vector<CellFacts>& cells,
                      const std::string& directory);

/// The path as a shell reads it.
std::string quoted_for_shell(const std::string& path);

} // namespace results
