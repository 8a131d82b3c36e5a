#include "results/format/compose.hpp"

#include "results/figure/chart_notes.hpp"
#include "results/format/averaged_grid.hpp"
#include "results/format/distance_grid.hpp"
#include "results/format/grids.hpp"
#include "results/format/misclassified_grid.hpp"
#include "results/format/notes.hpp"
#include "results/format/order_grid.hpp"
#include "results/format/paired_tests_grid.hpp"
#include "results/table/tabulate.hpp"

namespace results {

Document compose(const Results& results) {
  const Table table = tabulate(results);
  Document document;
  document.study = table.study;
  document.title = table.title;
  document.counts = judged(results, table);
  document.grids.push_back(paper_grid(table));
  const MethodOrders orders = method_orders(results, table);
  if (!orders.orders.empty()) document.grids.push_back(order_grid(table.study, orders));
  if (table.averaged) document.grids.push_back(averaged_grid(table, results));
  for (Grid& grid : paired_tests_grids(paired_tests(results), results.card))
    document.grids.push_back(std::move(grid));
  const Distances of_readings = distances(table, results.card);
  if (!of_readings.rows.empty()) document.grids.push_back(distance_grid(table.study, of_readings));
  if (verdict_counts(table).published() > 0) document.grids.push_back(comparison_grid(table));
  const MisclassifiedList wrong = misclassified(results);
  if (!wrong.places.empty()) document.grids.push_back(misclassified_grid(table.study, wrong));
  document.heat_maps = heat_maps(table, results.card);
  document.charts = charts(results);
  document.sections = notes(results, table);
  if (!document.charts.empty()) document.sections.insert(document.sections.begin(), chart_notes(results));
  for (const auto& [name, text] : results.provenance) document.details.push_back({name, text});
  return document;
}

} // namespace results
