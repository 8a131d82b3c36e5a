#pragma once
#include "experiments/plan.hpp"
#include "results/run_directory.hpp"

namespace experiments {

/// Appends to the journal of one run the finished cells of its plan that another run has in its own and the
/// first has not: how a study that extends another finds the cells they share, and how shards of several
/// machines meet. Nothing where either is the same directory or the other has no journal. A cell's key names
/// everything that decides its numbers, so a cell taken over is the cell that would be computed. Returns how
/// many. Hold the first run's lock.
std::int64_t take_over(const Plan& plan, const Finished& finished, const results::RunDirectory& from,
                       const results::RunDirectory& to);

} // namespace experiments
