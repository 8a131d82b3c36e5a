#pragma once
#include <cstddef>
#include <optional>

#include "experiments/catalog/methods.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// `readings` of a config expanded: a small factorial over what a paper leaves open. Each convention has two
/// or more ways, a list of key=value settings each, the first empty: the study's own. A block that some ways
/// change is joined by one block for each content it comes to, `liver-as_they_are`, which stands for the
/// published numbers of the first; blocks that none changes are shared, and so are the cells and fits of
/// equal settings. A convention changes blocks of one kind, so that data x classifiers x methods are the
/// factorial. At most most_readings readings.
///   The answer is the request of the panel `reading_search` (results/report/panels/reading_search.hpp);
/// nothing where the config has no `readings`, or wrong ones, which are reported.
std::optional<results::PanelRequest> expand_readings(Node& root, const Catalogue& catalogue,
                                                     Problems& problems);

inline constexpr std::size_t most_readings = 256;

} // namespace experiments
