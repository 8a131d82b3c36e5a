#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/plan/plan.hpp"
#include "results/record/record.hpp"

namespace experiments {

/// What is computed of every estimate: our metrics by name, and those that users' programs measure. A record
/// says which of the facts that are asked for its method does not have.
struct Measures {
  std::vector<std::string> metrics;
  std::vector<ExternalMetric> programs{};
  results::AskedFacts asked{};
};

/// One cell on the cache of its draw: estimates, then measures, losses by the log-odds where the method has
/// them. Where probabilities are 0 or 1 in double precision the record says `rounded` = 1, and where a metric
/// would be infinite by them `degenerate` = 1. Pure in setting, replicate and measures;
/// an exception becomes a failed record with the stage and the sentence, never a missing one.
results::Record perform(const Setting& setting, const results::Key& key, const Measures& measures,
                        core::DrawCache& cache);

/// The record of a cell that could not begin, because its draw could not be made.
results::Record failed(const results::Key& key, std::string stage, const std::string& error);

/// Draws the group's replicate and performs its cells one after the other on one cache, handing on each
/// record as it is finished. A draw that fails makes every cell a failed record. Before each cell stop(next)
/// is asked; where it says so the cell is left out. Throws only what `finished` throws.
void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop);

} // namespace experiments
