#include "results/format/csv.hpp"

#include <cmath>

#include "results/record/number.hpp"
#include "results/report/panels/order.hpp"
#include "results/report/panels/paired_tests.hpp"
#include "results/report/tabulate.hpp"

namespace results {
namespace {

std::vector<std::string> header(const StudyCard& card) {
  std::vector<std::string> out;
  for (const Axis& axis : card.axes) out.push_back(axis.name);
  for (const char* name : {"metric", "published", "published_se", "ours", "mcse", "n_ok", "n", "z", "verdict",
                           "replicates_wanted"})
    out.emplace_back(name);
  return out;
}

/// The line of one part of an average: nothing is printed for it.
std::vector<std::string> part_of(const Part& part, const TableColumn& column, const StudyCard& card) {
  const int digits = column.is_rank ? 1 : column.decimals; // a shared rank may be a half
  const auto count = [&](std::int32_t n) { return column.is_rank ? "" : std::to_string(n); };
  return {column.metric.name,
          "",
          "",
          csv_number(part.ours.mean, digits),
          csv_number(part.ours.se, digits + 1),
          count(part.ours.used),
          count(card.replications),
          "",
          std::string(word(Verdict::not_published)),
          ""};
}

std::string verdict_word(const TableCell& cell) {
  return cell.withheld ? "" : std::string(word(cell.agreement.verdict));
}

std::string wanted_of(const Agreement& agreement) {
  return agreement.replicates_wanted > 0 ? std::to_string(agreement.replicates_wanted) : "";
}

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

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::string out;
  for (std::size_t i = 0; i < fields.size(); ++i) out += (i > 0 ? "," : "") + csv_field(fields[i]);
  return out + "\r\n";
}

std::string csv_record_at(const StudyCard& card, const Coordinates& at,
                          const std::vector<std::string>& fields) {
  std::vector<std::string> all;
  for (const Axis& axis : card.axes) {
    const auto found = at.find(axis.name);
    all.push_back(found == at.end() ? "" : found->second);
  }
  all.insert(all.end(), fields.begin(), fields.end());
  return csv_record(all);
}

std::string csv_number(double value, int decimals) {
  return std::isnan(value) ? "" : decimal(value, decimals);
}

std::string csv_of(const Table& table, const StudyCard& card) {
  std::string out = csv_record(header(card));
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    const auto line = [&](const std::string& collapsed, const std::vector<std::string>& numbers) {
      Coordinates at = cell.at;
      for (const Axis& axis : card.axes)
        if (card.layout.collapses(axis.name)) at[axis.name] = collapsed;
      out += csv_record_at(card, at, numbers);
    };
    const int digits = column.decimals;
    line(cell.chosen,
         {cell.metric, cell.published.value, cell.published.se, csv_number(cell.ours.mean, digits),
          csv_number(cell.ours.se, digits + 1), std::to_string(cell.ours.used), std::to_string(cell.planned),
          csv_number(cell.agreement.z, 2), verdict_word(cell), wanted_of(cell.agreement)});
    for (const Part& part : cell.parts) line(part.value, part_of(part, column, card));
  });
  return out;
}

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
