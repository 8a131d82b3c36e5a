#pragma once
#include <filesystem>

#include "results/record/columns.hpp"

namespace results {

/// The version of the layout of results.h5 this program writes; it reads every version of the same major
/// number. 1.1 added /series and /curves, 1.2 signal and
/// stderr_tail in /failures, 1.3 design_hash, 1.4 labels of fixed
/// length.
constexpr const char* results_format = "1.4.0";

/// Writes results.h5 whole: made in memory, written to a temporary beside it, reopened and counted, synced,
/// and renamed over what was there, so that a reader sees the old file or the new one and never a part. The
/// same Results give the same bytes. Memory: the file.
///
/// Rows must be sorted by (setting, replicate), each cell once; data_hash is computed where it is empty and
/// must be right where it is not (std::logic_error). Throws StoreFull if there is no room and core::UserError
/// if the directory cannot be written.
void write_results(const std::filesystem::path& path, const Results& results);

/// Reads a results.h5 back. Labels come from the card inside, never from the label columns. Throws
/// core::UserError in one sentence if the file is missing, cut short, damaged in any byte, no results.h5, or
/// of a newer major format. Cost: one pass over the file and the inflating of its numbers.
Results read_results(const std::filesystem::path& path);

} // namespace results
