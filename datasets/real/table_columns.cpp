#include "datasets/real/table_columns.hpp"

#include <type_traits>

#include "core/contract.hpp"

namespace datasets::real {

Reading labelled(readers::RawTable table, Label label) {
  Reading reading{std::move(table)};
  const std::size_t p = reading.table.columns.size();
  reading.label = label == Label::first ? 0 : p - 1;
  for (std::size_t j = 0; j < p; ++j)
    if (j != reading.label) reading.inputs.push_back(j);
  return reading;
}

readers::RawTable named(readers::RawTable table, const std::vector<std::string>& names) {
  core::require(table.columns.size() == names.size(),
                table.file + ": it has " + std::to_string(table.columns.size()) + " columns instead of " +
                    std::to_string(names.size()) + ". Get the file again.");
  for (std::size_t j = 0; j < names.size(); ++j) table.columns[j].name = names[j];
  return table;
}

Reading labelled(const core::Matrix& x, std::vector<std::string> classes, const std::string& file) {
  readers::RawTable table{.file = file};
  table.columns.push_back({.name = "class", .words = std::move(classes)});
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    table.columns.push_back({.name = std::to_string(j + 1), .numbers = {x.col(j).begin(), x.col(j).end()}});
  return labelled(std::move(table), Label::first);
}

Reading rows_of(const Reading& reading, const std::vector<std::size_t>& rows) {
  const auto taken = [&](const auto& all) {
    std::remove_cvref_t<decltype(all)> some;
    if (all.empty()) return some;
    for (const std::size_t i : rows) some.push_back(all[i]);
    return some;
  };
  Reading out{{.file = reading.table.file}, reading.label, reading.inputs, taken(reading.training)};
  for (const readers::Column& column : reading.table.columns)
    out.table.columns.push_back(
        {column.name, taken(column.numbers), taken(column.words), column.declared, column.is_named});
  out.table.lines = taken(reading.table.lines);
  out.table.decimal_mark = reading.table.decimal_mark;
  return out;
}

} // namespace datasets::real
