#pragma once
#include <filesystem>

namespace experiments {

struct DiffRequest {
  std::filesystem::path a, b; ///< results.h5, or the run directories they lie in
  bool exact = false;         ///< whether only equal bits count as equal
  bool as_json = false;       ///< print every differing cell and mean as JSON
};

/// Compares two results files and prints how they differ. Cells of settings that both have are compared bit
/// for bit; at points of the design whose settings differ the means are, within Monte Carlo error, unless
/// `exact`.
///
/// Returns 0 where nothing differs: every cell of common settings is in both and the same, every point has
/// its counterpart, and the means are as far apart as chance makes them (results/statistics/joint.hpp); with
/// `exact`, where the files have the same cells. Returns 3 otherwise. Throws UserError naming every file that
/// cannot be read.
int diff(const DiffRequest& request);

} // namespace experiments
