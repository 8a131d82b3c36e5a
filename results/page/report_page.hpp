#pragma once
#include <string>

#include "results/record/columns.hpp"

namespace results {

/// The report of a study as one page that a browser opens from a file: which numbers hold, which do not and
/// why; behind each number its replicates, its certificate and the command that computes it again. The page
/// asks nothing of the network and lets run no script and no style but its own, whose SHA-256 its content
/// security policy names. Without the script every number still stands in its text. A study without published
/// numbers has the page without verdicts. `directory` is where the run lies, as the commands of the page name
/// it; empty where that is not known. A pure function. Throws as compose does. Cost: that of the report and
/// of the forest plot, and one look at each stored replicate.
std::string report_page(const Results& results, const std::string& directory = "");

} // namespace results
