#include "experiments/model/predict.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/probability/draw_cache.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/standardise.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_table.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/columns.hpp"
#include "experiments/model/sample.hpp"
#include "results/format/csv.hpp"

namespace experiments::own_data {
namespace {

using datasets::readers::RawTable;

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
