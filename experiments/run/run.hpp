#pragma once
#include "experiments/plan/study.hpp"
#include "experiments/run/executor.hpp"
#include "experiments/run/options.hpp"

namespace experiments {

/// Reads the config, or the study that a run directory holds, whatever has become of its config, and computes
/// what is missing of it on the threads or in the processes that are asked for. Returns the exit code. Throws
/// UserError before anything is written.
int run(const RunOptions& options);

/// The same on an executor of the caller's.
int run_on(Executor& executor, const RunOptions& options);

/// Computes what is missing of a study, makes results.h5, prints the tables on standard output and everything
/// else on standard error. A shard computes its own part into its own journal and makes no results.h5. With
/// `until`, as many replications are computed as it takes. It does not ask the options for the config and the
/// executor. Returns the exit code. Throws UserError before anything is written.
int run_study(const Study& study, const RunOptions& options, Executor& executor);

} // namespace experiments
