#include "results/report/compose.hpp"

#include "results/report/grids.hpp"
#include "results/report/notes.hpp"
#include "results/report/panels/averaged.hpp"
#include "results/report/panels/misclassified.hpp"
#include "results/report/panels/order.hpp"
#include "results/report/panels/paired_tests.hpp"
#include "results/report/panels/readings.hpp"
#include "results/report/tabulate.hpp"

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
