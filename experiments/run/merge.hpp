#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

/// What a person asks of a merge.
struct MergeOptions {
  bool no_lock = false; ///< nothing keeps an undivided run or another merge out of the first directory
  double lock_wait = 0; ///< seconds to wait for one that holds the lock; 0: none
  std::string design{}; ///< the design_hash of the first directory's study, or its beginning; empty: any
};

/// Makes one result out of the journals of shards, wherever they ran: the union of the cells of all journals
/// of the directories, in a results.h5 of the first of them. Cells of the other directories are copied into
/// the first one's own journal. Prints the tables. Exit code 0; 3 where cells failed or, with nothing
/// written, where a cell is stored twice with different values; 75 where cells are missing. Throws UserError
/// where a directory holds no study or another one, and where the first one's card cannot be proved - it has
/// no checksum - and contradicts a sound results.h5, which is then kept.
/// Shards may run on in the first directory meanwhile; what they have stored by then is taken in.
int merge(const std::vector<std::filesystem::path>& directories, const MergeOptions& options = {});

} // namespace experiments
