#pragma once
#include <vector>

#include "experiments/blocks/averages.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// Reads what a layout asks for beside its table, as the parameters of each entry of results::panels() say:
/// the items of `panels`, each {panel: name, ...}, and keys that are the name of a panel. Such a key holds
/// the parameters, or true or false where the panel has none, or the two axes where these are all. Which
/// series and diagnostics a method stores shows when it runs; names that none can have are reported here, as
/// is a panel that is asked for twice. `layout` is read but for its panels. In the order of
/// results::panels().
std::vector<results::PanelRequest> read_panels(const Fields& fields, const results::Layout& layout,
                                               const LayoutContext& context, Problems& problems);

} // namespace experiments
