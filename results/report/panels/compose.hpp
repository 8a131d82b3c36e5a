#pragma once
#include "results/report/panel.hpp"

namespace results {

/// All panels in the order in which a report shows them.
const std::vector<PanelEntry>& panels();

/// What the report of a study asks cells for beside its metrics: the diagnostics of its layout and of its
/// panels, and the tables of series that panels show. Each once.
AskedFacts asked_facts(const StudyCard& card);

/// The report of a study: the table in the paper's shape, the panels that its layout asks for or that stand
/// in every report, notes. Its texts steer no terminal. Throws as judge does, and UserError for a panel that
/// is not in the list.
Document compose(const Judged& study);
Document compose(const Results& results);

} // namespace results
