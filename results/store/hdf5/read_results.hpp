#pragma once
#include <filesystem>

#include "results/record/columns.hpp"

namespace results {

/// Reads a results.h5 back. Labels come from the card inside, never from the label columns. Throws
/// core::UserError in one sentence if the file is missing, cut short, damaged in any byte, no results.h5, or
/// of a newer major format. Cost: one pass over the file and the inflating of its numbers.
Results read_results(const std::filesystem::path& path);

} // namespace results
