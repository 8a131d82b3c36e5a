#pragma once
#include <vector>

#include "experiments/blocks/averages.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// Writes the keys of a layout that are the name of a panel, an older grammar, as items of `panels`, behind
/// those that are there. Such a key holds the parameters, or true or false where the panel has none, or the
/// two axes where these are all.
void list_panels(Node& layout, Problems& problems);

/// Reads what a layout asks for beside its table: the items of `panels`, each {panel: name, ...} with the
/// parameters of its entry of results::panels(), in whose order they come. Which series and diagnostics a
/// method stores shows when it runs; names that none can have are reported here, as is a panel that is asked
/// for twice. `layout` is read but for its panels.
std::vector<results::PanelRequest> read_panels(const Node& list, const results::Layout& layout,
                                               const LayoutContext& context, Problems& problems);

} // namespace experiments
