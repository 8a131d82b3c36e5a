#pragma once
#include <functional>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"

namespace experiments {

/// What speaks against the readings that a study calls causes, a sentence each; empty where nothing does. A
/// reading is a cause if the study that it names has
///   - at least the replications of the paper whose numbers it explains,
///   - the data set itself and a block that stands for it, by the metric in question: its report then tests
///     whether the two differ (results/report/verdicts/blocks.hpp).
/// `study_of` reads a study by its name; what it throws is thrown.
std::vector<std::string> unfounded_causes(
    const Study& study, const std::function<results::StudyCard(const std::string&)>& study_of);

} // namespace experiments
