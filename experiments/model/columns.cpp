#include "experiments/model/columns.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "experiments/config/diagnostics.hpp"

namespace experiments::own_data {
namespace {

using datasets::readers::RawTable;

std::vector<std::string> names_of(const RawTable& table) {
  std::vector<std::string> names;
  for (const auto& column : table.columns) names.push_back(column.name);
  return names;
}

std::vector<std::string> names_of(const results::Model& model) {
  std::vector<std::string> names;
  for (const results::ModelColumn& column : model.columns) names.push_back(column.name);
  return names;
}

bool are_places(const std::vector<std::string>& names) {
  for (std::size_t j = 0; j < names.size(); ++j)
    if (names[j] != std::to_string(j + 1)) return false;
  return true;
}

Matched by_place(const RawTable& table, const results::Model& model) {
  const std::size_t p = model.columns.size(), given = table.columns.size();
  core::require(given == p || given == p + 1,
                table.file + ": " + std::to_string(given) + " columns (the model has " + std::to_string(p) +
                    " inputs, and its label in column " + std::to_string(model.label_place + 1) + ") give " +
                    std::to_string(p) + " columns, or " + std::to_string(p + 1) + " with the label");
  Matched out;
  const auto place = static_cast<std::size_t>(model.label_place);
  if (given == p + 1) out.label = place;
  for (std::size_t j = 0; j < given; ++j)
    if (j != out.label) out.inputs.push_back(j);
  return out;
}

std::string quoted(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + datasets::readers::shown(name);
  return all;
}

Matched by_name(const RawTable& table, const results::Model& model) {
  const std::vector<std::string> names = names_of(table), wanted = names_of(model);
  const auto has = [](const std::vector<std::string>& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  std::vector<std::string> missing, unknown;
  for (const std::string& name : wanted)
    if (!has(names, name)) missing.push_back(name);
  for (const std::string& name : names)
    if (!has(wanted, name) && name != model.label) unknown.push_back(name);
  std::string problems;
  if (!missing.empty())
    problems = table.file + ": no column " + quoted(missing) + " (the model's inputs are " + listed(wanted) +
               ") add " + (missing.size() == 1 ? "it" : "them");
  if (!unknown.empty())
    problems += (problems.empty() ? "" : "\n") + table.file + ": column " + quoted(unknown) +
                " (the model has no such input: " + listed(wanted) + ", label " + model.label + ") remove " +
                (unknown.size() == 1 ? "it" : "them");
  core::require(problems.empty(), problems);
  const auto place_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  Matched out;
  for (const std::string& name : wanted) out.inputs.push_back(place_of(name));
  if (has(names, model.label)) out.label = place_of(model.label);
  return out;
}

} // namespace

Matched match_columns(const RawTable& table, const results::Model& model) {
  return are_places(names_of(table)) ? by_place(table, model) : by_name(table, model);
}

Matched match_sparse_columns(RawTable& table, const results::Model& model) {
  const std::size_t p = model.columns.size();
  core::require(table.columns.size() <= p + 1,
                table.file + ": index " + std::to_string(table.columns.size() - 1) + " (the model has " +
                    std::to_string(p) + " inputs) is it a file of other data?");
  for (std::size_t j = table.columns.size(); j <= p; ++j)
    table.columns.push_back({.name = std::to_string(j), .numbers = std::vector<double>(table.rows(), 0.0)});
  Matched out{{}, 0};
  for (std::size_t j = 1; j <= p; ++j) out.inputs.push_back(j);
  return out;
}

} // namespace experiments::own_data
