#include "results/format/csv.hpp"

#include <cmath>

#include "results/format/number.hpp"

namespace results {
namespace {

std::string record(const std::vector<std::string>& fields) {
  std::string out;
  for (std::size_t i = 0; i < fields.size(); ++i) out += (i > 0 ? "," : "") + csv_field(fields[i]);
  return out + "\r\n";
}

std::string number_or_nothing(double value, int decimals) {
  return std::isnan(value) ? "" : decimal(value, decimals);
}

std::vector<std::string> header(const StudyCard& card) {
  std::vector<std::string> out;
  for (const Axis& axis : card.axes) out.push_back(axis.name);
  for (const char* name :
       {"metric", "published", "published_se", "ours", "mcse", "n_ok", "n", "z", "verdict"})
    out.emplace_back(name);
  return out;
}

} // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string csv_of(const Table& table, const StudyCard& card) {
  std::string out = record(header(card));
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    std::vector<std::string> fields;
    for (const Axis& axis : card.axes) {
      const auto at = cell.at.find(axis.name);
      const bool collapsed = axis.name == card.layout.best_over;
      fields.push_back(collapsed ? cell.chosen : at == cell.at.end() ? "" : at->second);
    }
    const int digits = column.decimals;
    fields.insert(fields.end(),
                  {cell.metric, cell.published.value, cell.published.se,
                   number_or_nothing(cell.ours.mean, digits), number_or_nothing(cell.ours.se, digits + 1),
                   std::to_string(cell.ours.used), std::to_string(cell.planned),
                   number_or_nothing(cell.agreement.z, 2), std::string(word(cell.agreement.verdict))});
    out += record(fields);
  });
  return out;
}

} // namespace results
