#include "experiments/model/predict.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "core/probability/draw_cache.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/standardise.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_table.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/model/sample.hpp"
#include "results/format/csv.hpp"

namespace experiments::own_data {
namespace {

using datasets::readers::RawTable;

/// Where the model's columns stand in a table.
struct Matched {
  std::vector<std::size_t> inputs;    ///< of each column of the model
  std::optional<std::size_t> label{}; ///< of the classes, where the table has them
};

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
  core::require(place <= p, "The model has its label in column " + std::to_string(model.label_place + 1) +
                                " of " + std::to_string(p + 1) +
                                ". So it is damaged, or another program made it. Fit it again.");
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

/// Columns are found by their names, in any order, the label's may be missing. A file without names (they are
/// 1, 2, ... then) is matched place by place, with the label's column or without it. Throws UserError naming
/// every column that is missing or is none of the model's, or the numbers of columns there may be.
Matched match_columns(const RawTable& table, const results::Model& model) {
  return are_places(names_of(table)) ? by_place(table, model) : by_name(table, model);
}

/// The same for a file of LIBSVM, whose label is its first column: index j is the model's j-th column, and
/// one that no row mentions is added as zeros. Throws UserError where a row has a higher index.
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

/// A table and where the model's columns stand in it.
struct Read {
  RawTable table;
  Matched columns;
};

Read read_rows(const results::Model& model, const std::string& file, const core::Parameters& reading) {
  if (names_listed_data(file)) {
    Read read{datasets::real::read_asserted(*datasets::real::described(file)).table, {}};
    read.columns = match_columns(read.table, model);
    return read;
  }
  const auto bytes = read_own_file(file);
  Read read{datasets::real::user_columns(bytes, reading), {}};
  read.columns = datasets::real::is_libsvm(bytes, reading) ? match_sparse_columns(read.table, model)
                                                           : match_columns(read.table, model);
  return read;
}

std::vector<datasets::encoding::ColumnCode> codes_of(const results::Model& model) {
  std::vector<datasets::encoding::ColumnCode> codes;
  for (const results::ModelColumn& column : model.columns)
    codes.push_back({column.name, column.is_number, column.words});
  return codes;
}

/// The class of a row as fit would name it; empty where it is missing.
std::string class_in(const datasets::readers::Column& column, std::size_t row) {
  if (!column.is_numeric()) return column.words[row];
  return std::isnan(column.numbers[row]) ? "" : core::shortest(column.numbers[row]);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

core::Estimate estimated(const results::Model& model, const core::Matrix& x) {
  Setting setting = parse_setting(model.setting);
  const core::StreamAxes axes = stream_axes(setting, 0);
  if (!setting.tuning.id.empty()) {
    setting.tuning = {.id = "fixed", .name = "fixed", .label = {}, .parameters = {}};
    core::require(model.lambda > 0,
                  "The model has no lambda, and its method '" + setting.method.id +
                      "' needs one. So it is damaged, or another program made it. Fit it again.");
    setting.tuning.parameters.set("lambda", model.lambda);
  }
  const core::Matrix z = datasets::encoding::Standardisation{model.centre, model.scale}.applied_to(x);
  const int classes = model.classes.empty() ? 2 : static_cast<int>(model.classes.size());
  core::DrawCache cache(
      {{model.x, model.training.y, {}, classes}, {}, {z, core::Vector::Zero(z.rows()), {}, classes}}, axes);
  const auto estimator = build_estimator(setting);
  if (model.fitted)
    if (auto predicted = estimator->predicted(*model.fitted, cache)) return std::move(*predicted);
  return estimator->estimate(cache);
}

Predictions predict(const results::Model& model, const std::string& file,
                    const std::vector<std::string>& settings) {
  const Setting setting = parse_setting(model.setting);
  const core::Parameters reading = reading_parameters(setting.data, file, settings);
  const auto [table, columns] = read_rows(model, file, reading);
  require_printable_names(table, columns.label);
  std::vector<std::size_t> rows(table.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  if (datasets::real::omits_missing(reading)) rows = whole_rows(table, columns.inputs);
  const RawTable kept = datasets::real::rows_of({table}, rows).table;
  Predictions out;
  out.omitted = static_cast<std::int64_t>(table.rows() - rows.size());
  out.classes = model.classes;
  out.has_label = columns.label.has_value();
  for (const std::size_t i : rows) {
    out.row.push_back(static_cast<std::int64_t>(i) + 1);
    out.label.push_back(out.has_label ? class_in(table.columns[*columns.label], i) : "");
  }
  if (rows.empty()) return out;
  out.probability =
      estimated(model, datasets::encoding::encoded(kept, columns.inputs, codes_of(model)).x).probability;
  return out;
}

namespace {

/// None of a class that the model does not know.
std::optional<double> label_of(const std::string& name, const results::Model& model) {
  const auto at = std::find(model.classes.begin(), model.classes.end(), name);
  if (at != model.classes.end()) return static_cast<double>(at - model.classes.begin() + 1);
  if (contains(model.positive, name)) return 1;
  return contains(model.negative, name) ? std::optional(-1.0) : std::nullopt;
}

} // namespace

Scored scored(const Predictions& predictions, const results::Model& model) {
  std::vector<double> y;
  std::vector<Eigen::Index> chosen;
  Scored out;
  for (std::size_t i = 0; i < predictions.row.size(); ++i) {
    const std::optional<double> label = label_of(predictions.label[i], model);
    if (!label) continue;
    out.row.push_back(predictions.row[i]);
    y.push_back(*label);
    chosen.push_back(static_cast<Eigen::Index>(i));
  }
  out.y = core::Vector::Map(y.data(), static_cast<Eigen::Index>(y.size()));
  out.estimated = predictions.probability.at(chosen);
  out.probability = out.estimated.as_rounded();
  return out;
}

std::string csv_of(const Predictions& predictions) {
  const core::Matrix p = predictions.probability.matrix();
  const Eigen::Index columns = predictions.classes.empty() ? 1 : p.cols();
  std::string out = "row";
  if (predictions.classes.empty()) out += ",probability";
  for (const std::string& name : predictions.classes) out += "," + results::csv_field("probability_" + name);
  out += predictions.has_label ? ",label\n" : "\n";
  for (std::size_t i = 0; i < predictions.row.size(); ++i) {
    out += std::to_string(predictions.row[i]);
    for (Eigen::Index k = 0; k < columns; ++k)
      out += "," + core::shortest(p(static_cast<Eigen::Index>(i), k));
    if (predictions.has_label) out += "," + results::csv_field(predictions.label[i]);
    out += '\n';
  }
  return out;
}

} // namespace experiments::own_data
