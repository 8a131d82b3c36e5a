#pragma once
#include <string>

#include "results/record/study_card.hpp"

namespace experiments {

/// Calls a metric of a card by another name, wherever the card speaks of it: its layout and panels, published
/// numbers, claims, causes, margins. So it is with the average rank by it.
void rename_metric(results::StudyCard& card, const std::string& from, const std::string& to);

} // namespace experiments
