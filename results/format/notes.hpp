#pragma once
#include "results/format/document.hpp"

namespace results {

/// What stands under the tables: verdict counts, how to read a cell, conventions, known deviations, what
/// failed and how to run it again, who computed it. A section with nothing to say is left out.
std::vector<Section> notes(const Results& results, const Table& table);

} // namespace results
