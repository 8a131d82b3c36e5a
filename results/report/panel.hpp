#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/record/columns.hpp"
#include "results/report/document.hpp"
#include "results/report/verdicts/verdicts.hpp"

// What a panel is: one kind of table, figure or summary beside the main table of a report. Each is a file of
// results/report/panels that exports a PanelEntry, and a row of the list in
// results/report/panels/compose.cpp; readers of configs, cards and formats know no kinds.
namespace results {

/// What a panel adds to a report, computed once; it leaves out what it has nothing to say of.
struct Panel {
  std::vector<Grid> grids{};
  std::vector<Picture> pictures{};
  std::vector<Section> notes{};
  std::vector<LongRow> long_form{};
  std::vector<std::string> axes{}; ///< of its long form, beside those of the study
};

struct PanelInput {
  const Judged& study;
  const PanelRequest& request; ///< with what the entry's parameters say
};

/// What a config may write as a parameter of a panel. The request holds the words that were meant.
enum class Takes {
  value,         ///< as PanelParameter::value says
  axis,          ///< an axis of the study
  averaged_axis, ///< the axis of the layout's mean_over
  table_axes,    ///< two different axes on which the cells of the table have places
  competitors,   ///< an axis, all of whose values compete, or a list of methods; a further key `values` has
                 ///< them
  metric,        ///< a metric of the study
  metrics,       ///< metrics of the study that order methods
  shown_metrics, ///< metrics that the layout shows, but the improvement and ranks
  name,          ///< of a series table or one of its columns
  names,         ///< columns or diagnostics
  value_of,      ///< a value of the axis that the parameter `as` names
  labels,        ///< a text for each word of `as`
  text,          ///< any text
  replicate,     ///< of the study
  points,        ///< {table, x, y, by}: a series table and two or three of its columns
  functions, ///< pictures of named functions; in place of the parameter's own key the request has `title`,
             ///< `function` and `label`, each with a word for every line
};

struct PanelParameter {
  std::string key;
  std::string meaning; ///< ends the sentence "missing key 'x' in the y (...)"
  Takes takes = Takes::value;
  bool required = true;
  std::string as{};                  ///< where it may be left out: the words of this other parameter
  core::ParameterSpec value{};       ///< of Takes::value
  std::vector<std::string> unless{}; ///< beside one of these it is not required after all
};

/// One row of the list of panels.
struct PanelEntry {
  std::string name;    ///< what a config writes
  std::string phrase;  ///< "the paired tests", for messages
  std::string meaning; ///< one sentence
  std::vector<PanelParameter> parameters;
  Panel (*panel)(const PanelInput&);
  /// What is wrong with a request as a whole; without a key it stands at the panel.
  std::optional<core::Objection> (*objection)(const PanelRequest&, const std::vector<Axis>&) = nullptr;
  bool always = false;             ///< stands in every report and is not asked for
  bool names_observations = false; ///< the card then has what data sets call theirs
  bool needs_cells = true;         ///< else a study may have nothing but this panel
  /// Diagnostics and tables of series that it shows; none: it shows what the table does.
  AskedFacts (*asks)(const PanelRequest&) = nullptr;
};

} // namespace results
