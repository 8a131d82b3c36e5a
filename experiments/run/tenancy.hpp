#pragma once
#include "experiments/plan/shard.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

/// Throws UserError where a directory holds a study of another name, whose tables would be replaced. One of
/// the same name goes on, whatever has become of its config.
void require_same_name(const results::RunDirectory& directory, const std::string& study);

/// Throws UserError where a directory has journals of shards of another number: their parts overlap and leave
/// gaps. An undivided run may complete whatever shards have left.
void require_same_division(const results::RunDirectory& directory, const Shard& shard);

} // namespace experiments
