#include "results/report/panels/compose.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "results/report/grids.hpp"
#include "results/report/notes.hpp"
#include "results/report/panels/chart.hpp"
#include "results/report/panels/functions.hpp"
#include "results/report/panels/heat_map.hpp"
#include "results/report/panels/misclassified.hpp"
#include "results/report/panels/paired_tests.hpp"
#include "results/report/panels/reading_search.hpp"
#include "results/report/panels/readings.hpp"
#include "results/report/pools/pools.hpp"
#include "results/report/pools/printed_errors.hpp"

namespace results {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void add(Document& document, Panel panel) {
  append(document.grids, std::move(panel.grids));
  append(document.pictures, std::move(panel.pictures));
  append(document.sections, std::move(panel.notes));
  append(document.long_form, std::move(panel.long_form));
  append(document.axes, std::move(panel.axes));
}

void add_panels(Document& document, const Judged& study) {
  const std::vector<PanelRequest>& requests = study.results.card.layout.panels;
  for (const PanelRequest& request : requests)
    core::require(std::any_of(panels().begin(), panels().end(),
                              [&](const PanelEntry& entry) { return entry.name == request.panel; }),
                  "the layout of " + study.results.card.study + " asks for the panel '" + request.panel +
                      "' (this version has none of that name) use the version that computed it");
  for (const PanelEntry& entry : panels()) {
    if (entry.always) add(document, entry.panel({study, {entry.name}}));
    for (const PanelRequest& request : requests)
      if (request.panel == entry.name && !entry.always) add(document, entry.panel({study, request}));
  }
}

/// In the order of their topics, none empty.
void arrange(std::vector<Section>& sections) {
  std::erase_if(sections, [](const Section& section) { return section.lines.empty(); });
  std::stable_sort(sections.begin(), sections.end(),
                   [](const Section& a, const Section& b) { return a.topic < b.topic; });
}

} // namespace

const std::vector<PanelEntry>& panels() {
  static const std::vector<PanelEntry> all{
      blocks_panel(),       order_panel(),          claims_panel(),     averaged_panel(),
      paired_tests_panel(), ranks_panel(),          readings_panel(),   reading_search_panel(),
      differences_panel(),  comparison_panel(),     attainable_panel(), misclassified_panel(),
      pools_panel(),        printed_errors_panel(), heat_map_panel(),   chart_panel(),
      functions_panel(),
  };
  return all;
}

AskedFacts asked_facts(const StudyCard& card) {
  AskedFacts out;
  const auto add = [](std::vector<std::string>& to, const std::string& name) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  };
  for (const std::string& name : card.layout.diagnostics) add(out.diagnostics, name);
  for (const PanelRequest& request : card.layout.panels)
    for (const PanelEntry& entry : panels()) {
      if (entry.name != request.panel || entry.asks == nullptr) continue;
      const AskedFacts more = entry.asks(request);
      for (const std::string& name : more.diagnostics) add(out.diagnostics, name);
      for (const std::string& table : more.tables) add(out.tables, table);
    }
  std::erase_if(out.diagnostics, is_asked_for); // a metric, or what follows from metrics
  return out;
}

Document compose(const Judged& study) {
  const Results& results = study.results;
  const Table& table = study.table;
  Document document;
  document.study = table.study;
  document.title = table.title;
  document.counts = study.counts;
  if (!results.card.points.empty()) document.grids.push_back(paper_grid(table));
  document.axes = names_of(results.card.axes);
  document.long_form = long_rows(table, results.card);
  add_panels(document, study);
  append(document.sections, notes(results, table));
  arrange(document.sections);
  for (const auto& [name, text] : results.provenance) document.details.push_back({name, text});
  make_printable(document);
  return document;
}

Document compose(const Results& results) {
  return compose(judge(results));
}

} // namespace results
