#pragma once
#include <string>
#include <vector>

#include "core/probability/draw_cache.hpp"
#include "experiments/setting.hpp"
#include "results/record.hpp"

namespace experiments {

/// One cell on the cache of its draw: estimates, then measures. Pure in setting, replicate and metrics;
/// an exception becomes a failed record with the stage and the sentence, never a missing one.
results::Record perform(const Setting& setting, const results::Key& key,
                        const std::vector<std::string>& metrics, core::DrawCache& cache);

/// The record of a cell that could not begin, because its draw could not be made.
results::Record failed(const results::Key& key, std::string stage, std::string error);

} // namespace experiments
