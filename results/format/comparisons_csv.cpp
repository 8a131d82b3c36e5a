#include "results/format/comparisons_csv.hpp"

#include "results/format/csv.hpp"
#include "results/table/method_order.hpp"
#include "results/table/paired_tests.hpp"
#include "results/table/tabulate.hpp"

namespace results {
namespace {

std::string pair_line(const StudyCard& card, const MethodOrder& order, const OrderedPair& pair) {
  Coordinates at = order.at;
  at["method"] = pair.first;
  return csv_record_at(
      card, at,
      {order.metric.name + "_minus_" + pair.second, csv_number(pair.published, order.decimals), "",
       csv_number(pair.difference, order.decimals), csv_number(pair.se, order.decimals + 1), "", "",
       csv_number(pair.difference / pair.se, 2), std::string(word(pair.verdict)), ""});
}

std::string matrix_lines(const StudyCard& card, const PairedTests& tests, const TestMatrix& matrix) {
  const auto places = static_cast<std::int32_t>(tests.over.values.size());
  std::string out;
  for (std::size_t r = 0; r < matrix.cells.size(); ++r)
    for (std::size_t c = 0; c < matrix.cells.size(); ++c) {
      if (r == c) continue;
      const TestCount& count = matrix.cells[r][c];
      Coordinates at = matrix.at;
      at[card.layout.paired_tests->among] = tests.values[r].name;
      out += csv_record_at(card, at,
                           {tests.metric.name + "_above_" + tests.values[c].name, count.published, "",
                            std::to_string(count.larger), "", std::to_string(places - count.untestable),
                            std::to_string(places), "", "", ""});
    }
  return out;
}

} // namespace

std::string comparisons_csv(const Results& results) {
  std::string out;
  const MethodOrders all = method_orders(results, tabulate(results));
  for (const MethodOrder& order : all.orders)
    for (const OrderedPair& pair : order.pairs) out += pair_line(results.card, order, pair);
  const PairedTests tests = paired_tests(results);
  for (const TestMatrix& matrix : tests.matrices) out += matrix_lines(results.card, tests, matrix);
  return out;
}

} // namespace results
