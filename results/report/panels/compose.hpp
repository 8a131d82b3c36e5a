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

// The panels that nothing but the list asks for.

/// The printed error rates, in percent, that no study of the paper's replications on so many test points can
/// have (results/statistics/attainable.hpp): a row each with the nearest number that it could; a note says
/// how many were asked and for how many the printing is too coarse to tell. The points are the diagnostic
/// that the config names, the same in every replicate of the cell. Nothing where the config does not ask.
PanelEntry attainable_panel();

/// What the averages of a table are over: its rows once for each value of the averaged axis, with our means
/// and their Monte Carlo standard errors, or the ranks. How to read those averages, and of each that is
/// infinite or missing at which values of the axis it is so, and the average over the others. Nothing where
/// no axis is averaged.
PanelEntry averaged_panel();

/// A row each block, and what they come to as the first sentence of the verdicts. Nothing without blocks.
PanelEntry blocks_panel();

/// A row each claim, the readings beside its verdict; a row each comparison with both means, the margin and
/// its standard error. Notes: the wording of each claim with its verdict. Nothing where the study judges no
/// claims.
PanelEntry claims_panel();

/// One row a cell: place, metric, what the paper prints, what we have, replicates, z and the verdict. How
/// many cells came to each verdict, what the verdicts mean, and for each cell that cannot tell how many
/// replications would settle it, or why none would; unless what is published is comparable in order only.
/// Nothing where nothing is published.
PanelEntry comparison_panel();

/// How much a metric of each value of an axis, usually a method, is above that of one of them: the mean over
/// the replicates both have of the differences replicate by replicate, with its Monte Carlo standard error,
/// which common random numbers make far smaller than that of either mean. A row for each place of the other
/// axes, a column for each other value; "--" where one of the two was not computed. A reference without a
/// place on some axis stands at every value of it. A row of the long form is the metric
/// "error_percent_minus_c_learning" of the value. Infinite values leave no difference.
PanelEntry differences_panel();

/// One row a place and metric: how many methods, Spearman's correlation of published and ours, how their
/// pairs stand and the verdicts of these; what these verdicts mean; each pair that is off; a row of the long
/// form for each pair, at the place of its first method under the metric "mse_minus_platt", with the
/// differences of the published numbers and of ours. Nothing where there are no pairs.
PanelEntry order_panel();

/// The average ranks of the values of one axis (`among`) by their means of some metrics (`of`), the best has
/// rank 1: a grid of one row a value and one column a metric for each place of the axes that are neither.
/// Within each place of `over` the values compete that are computed in it; means that are level to `decimals`
/// share ranks as `ties` says. In the long form the metric is "rank_mse". Nothing is changed in the table
/// itself, which Layout::rank_over does.
PanelEntry ranks_panel();

} // namespace results
