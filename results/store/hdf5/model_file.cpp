#include "results/store/hdf5/model_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/predictor.hpp"
#include "results/store/hdf5/tables.hpp"

namespace results {
namespace {

using namespace hdf5;

core::UserError no_model(const std::filesystem::path& path, const std::string& reason) {
  return core::UserError("'" + path.string() + "' is cut short or damaged: " + reason +
                         ". Fit the model again, or restore the file.");
}

core::Words<bool> certified_words() {
  return {{"yes", true}, {"no", false}};
}

core::Words<core::FittedModel::Terms> terms_words() {
  using Terms = core::FittedModel::Terms;
  return {{"inputs", Terms::inputs}, {"training_rows", Terms::training_rows}};
}

std::string major_text(const std::string& version) {
  return version.substr(0, version.find('.'));
}

void require_model_format(hid_t file, const std::string& path) {
  const std::string name = text_attribute(file, "format_name");
  core::require(name == "marginlab-model",
                "'" + path + "' is no model, but " +
                    (name == "marginlab-results" ? "the results.h5 of a study" : "a file of another format") +
                    ". Name a file that marginlab fit has written.");
  const std::string version = text_attribute(file, "format_version");
  const std::string major = major_text(version);
  core::require(major == major_text(model_format) || major == "1",
                "'" + path + "' is a model of format " + version + ", and this program reads 1.* and " +
                    major_text(model_format) + ".*. Fit it again, or use the marginlab that fitted it.");
}

std::int64_t count_attribute(hid_t object, const std::string& name) {
  constexpr double most = 9007199254740992.0; // 2^53: every count below is a double
  const double value = number_attribute(object, name);
  if (!(value >= 0 && value < most)) throw Error("reading attribute '" + name + "' (it is no count)");
  return static_cast<std::int64_t>(value);
}

core::Vector read_vector(hid_t group, const std::string& name) {
  const std::vector<double> values = read_reals(group, name);
  return core::Vector::Map(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<ModelColumn> read_columns(hid_t file) {
  const Handle columns = open_group(file, "columns"), words = open_group(file, "words");
  const auto names = read_texts(columns, "name"), word = read_texts(words, "word");
  const auto is_number = read_integers(columns, "is_number"), of_column = read_integers(words, "of_column");
  if (names.size() != is_number.size() || word.size() != of_column.size())
    throw Error("reading 'columns' (they do not belong together)");
  std::vector<ModelColumn> out;
  for (std::size_t j = 0; j < names.size(); ++j) out.push_back({names[j], is_number[j] != 0, {}});
  for (std::size_t k = 0; k < word.size(); ++k) {
    const auto j = static_cast<std::size_t>(of_column[k]);
    if (of_column[k] < 0 || j >= out.size()) throw Error("reading 'words' (one of no column)");
    out[j].words.push_back(word[k]);
  }
  return out;
}

/// probability_1 of the first of K classes.
std::string column_of_class(std::size_t k) {
  return "probability_" + std::to_string(k + 1);
}

void read_classes(hid_t file, Model& model) {
  const Handle group = open_group(file, "classes");
  const auto names = read_texts(group, "name");
  const auto signs = read_integers(group, "sign");
  if (names.size() != signs.size()) throw Error("reading 'classes' (they do not belong together)");
  if (std::find(signs.begin(), signs.end(), 3) != signs.end()) {
    model.classes = names;
    return;
  }
  for (std::size_t k = 0; k < names.size(); ++k)
    (signs[k] > 0 ? model.positive : model.negative).push_back(names[k]);
}

core::Probabilities read_probabilities(hid_t group, Eigen::Index n) {
  if (has(group, "probability")) return read_vector(group, "probability");
  std::vector<core::Vector> columns;
  for (std::string name = column_of_class(0); has(group, name.c_str());
       name = column_of_class(columns.size()))
    columns.push_back(read_vector(group, name));
  core::Matrix p(n, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].size() != n) throw Error("reading '" + column_of_class(k) + "' (it is of another length)");
    p.col(static_cast<Eigen::Index>(k)) = columns[k];
  }
  return core::Probabilities::of_classes(p);
}

ModelRows read_rows(hid_t file, const std::string& name) {
  const Handle group = open_group(file, name);
  const auto row = read_integers(group, "row");
  const auto n = static_cast<Eigen::Index>(row.size());
  ModelRows out{{row.begin(), row.end()}, read_vector(group, "y"), read_probabilities(group, n)};
  if (has(group, "weight")) out.weights = read_vector(group, "weight");
  if (out.y.size() != n || out.probability.size() != n ||
      (out.weights.size() != 0 && out.weights.size() != n))
    throw Error("reading '" + name + "' (its columns do not belong together)");
  return out;
}

/// No row where the file has none; with these numbers of inputs.
core::Matrix read_training_inputs(hid_t file, std::size_t inputs) {
  const Handle group = open_group(file, "training");
  if (!has(group, "x")) return core::Matrix(0, static_cast<Eigen::Index>(inputs));
  const StoredMatrix x = read_matrix(group, "x");
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      x.values.data(), static_cast<Eigen::Index>(x.rows), static_cast<Eigen::Index>(x.columns));
}

/// Where the file does not say them, those of the rows themselves.
void read_ranges(hid_t inputs, Model& model) {
  if (has(inputs, "low")) {
    model.low = read_vector(inputs, "low");
    model.high = read_vector(inputs, "high");
  } else if (model.x.rows() > 0) {
    model.low = model.x.colwise().minCoeff();
    model.high = model.x.colwise().maxCoeff();
  }
}

/// A table of names and numbers.
std::map<std::string, double> read_named_numbers(hid_t parent, const std::string& table) {
  const Handle group = open_group(parent, table);
  const auto names = read_texts(group, "name");
  const auto values = read_reals(group, "value");
  if (names.size() != values.size()) throw Error("reading '" + table + "' (it does not belong together)");
  std::map<std::string, double> out;
  for (std::size_t k = 0; k < names.size(); ++k) out[names[k]] = values[k];
  return out;
}

std::optional<core::FittedModel> read_fitted(hid_t file) {
  if (!has(file, "fitted")) return std::nullopt;
  const Handle group = open_group(file, "fitted");
  const auto terms = terms_words().find(text_attribute(group, "terms"));
  if (!terms) throw Error("reading attribute 'terms' (it is none of " + terms_words().listed() + ")");
  return core::FittedModel{.terms = *terms,
                           .coefficients = read_vector(group, "coefficient"),
                           .intercept = number_attribute(group, "intercept"),
                           .objective = number_attribute(group, "objective"),
                           .relative_gap = number_attribute(group, "relative_gap"),
                           .facts = read_named_numbers(group, "facts")};
}

void read_header(hid_t file, Model& model) {
  model.setting = text_attribute(file, "setting");
  model.label = text_attribute(file, "label");
  model.label_place = count_attribute(file, "label_place");
  model.weights = text_attribute(file, "weights");
  model.lambda = number_attribute(file, "lambda");
  model.criterion = number_attribute(file, "criterion");
  model.worst_relative_gap = number_attribute(file, "worst_relative_gap");
  model.fits = count_attribute(file, "fits");
  const auto certified = certified_words().find(text_attribute(file, "certified"));
  if (!certified)
    throw Error("reading attribute 'certified' (it is none of " + certified_words().listed() + ")");
  model.is_certified = *certified;
}

bool are_within(const core::Vector& values, double least, double most) {
  return std::all_of(values.begin(), values.end(), [=](double v) { return v >= least && v <= most; });
}

/// Numbers beyond this are refused when a file is learned from (datasets/encoding/column_code.cpp).
constexpr double largest_number = 1e100;

std::string fault_of_inputs(const Model& model) {
  const auto p = static_cast<Eigen::Index>(model.inputs.size());
  std::size_t encoded = 0;
  for (const ModelColumn& column : model.columns) encoded += column.is_number ? 1 : column.words.size();
  if (p == 0 || model.training.y.size() == 0) return "it has no training sample";
  if (model.centre.size() != p || model.scale.size() != p || model.x.cols() != p || model.low.size() != p ||
      model.high.size() != p || encoded != model.inputs.size() ||
      (model.fill.size() != 0 && model.fill.size() != p))
    return "its inputs do not fit the training sample";
  if (!are_within(model.x.reshaped(), -largest_number, largest_number) ||
      !are_within(model.centre, -largest_number, largest_number) ||
      !are_within(model.fill, -largest_number, largest_number) ||
      !are_within(model.low, -largest_number, largest_number) ||
      !are_within(model.high, -largest_number, largest_number))
    return "an input is no number, or beyond 1e100";
  if (!(model.scale.minCoeff() > 0) || !are_within(model.scale, 0, largest_number))
    return "the scale of an input is not positive";
  return "";
}

std::string fault_of_rows(const ModelRows& rows, int classes) {
  const auto is_label = [&](double y) {
    return classes == 2 ? y == 1 || y == -1 : y >= 1 && y <= classes && y == std::floor(y);
  };
  if (!std::all_of(rows.row.begin(), rows.row.end(), [](std::int64_t row) { return row >= 1; }))
    return "a row has no number";
  if (!std::all_of(rows.y.begin(), rows.y.end(), is_label)) return "a label is none";
  if (!std::all_of(rows.weights.begin(), rows.weights.end(),
                   [](double w) { return w > 0 && std::isfinite(w); }))
    return "a weight is not positive";
  if (rows.y.size() > 0 && rows.probability.classes() != classes) return "its classes do not belong together";
  if (rows.y.size() > 0 && !are_within(rows.probability.matrix().reshaped(), 0, 1))
    return "a probability is none";
  return "";
}

std::string fault_of_classes(const Model& model) {
  std::vector<std::string> names = model.classes.empty() ? model.positive : model.classes;
  if (model.classes.empty()) {
    if (model.positive.empty() || model.negative.empty()) return "it has one class";
    names.insert(names.end(), model.negative.begin(), model.negative.end());
  }
  std::sort(names.begin(), names.end());
  if (names.size() < 2 || std::adjacent_find(names.begin(), names.end()) != names.end())
    return "its classes are not two or more";
  return "";
}

/// The first rule of a sound model that is broken; "" where none is. Every reader believes what passes here.
std::string fault_of(const Model& model) {
  const int classes = model.classes.empty() ? 2 : static_cast<int>(model.classes.size());
  for (const std::string& fault :
       {fault_of_inputs(model), fault_of_classes(model), fault_of_rows(model.training, classes),
        fault_of_rows(model.held_out, classes)})
    if (!fault.empty()) return fault;
  const Eigen::Index n = model.training.y.size();
  if (model.x.rows() != (model.predictor ? 0 : n)) return "its rows do not fit the training sample";
  if (model.predictor)
    if (const std::string fault = fault_of_predictor(*model.predictor, {n, model.x.cols(), classes});
        !fault.empty())
      return fault;
  if (model.weights.empty() != (model.training.weights.size() == 0)) return "its weights do not belong to it";
  if (model.fitted) {
    const bool of_inputs = model.fitted->terms == core::FittedModel::Terms::inputs;
    if (model.fitted->coefficients.size() != (of_inputs ? model.x.cols() : n))
      return "its coefficients do not fit the training sample";
    if (!model.fitted->coefficients.allFinite() || !std::isfinite(model.fitted->intercept))
      return "a coefficient is no number";
  }
  if (!std::isnan(model.lambda) && !(model.lambda > 0 && std::isfinite(model.lambda)))
    return "its lambda is not positive";
  return "";
}

Model read_model_file(const std::string& path) {
  const Handle file = open_file(path);
  require_model_format(file, path);
  Model model;
  read_header(file, model);
  model.columns = read_columns(file);
  read_classes(file, model);
  const Handle inputs = open_group(file, "inputs");
  model.inputs = read_texts(inputs, "name");
  model.centre = read_vector(inputs, "centre");
  model.scale = read_vector(inputs, "scale");
  if (has(inputs, "fill")) model.fill = read_vector(inputs, "fill");
  model.x = read_training_inputs(file, model.inputs.size());
  read_ranges(inputs, model);
  model.training = read_rows(file, "training");
  model.held_out = read_rows(file, "held_out");
  model.fitted = read_fitted(file);
  model.predictor = read_predictor(file, model.x.cols());
  model.scores = read_named_numbers(file, "scores");
  const Handle provenance = open_group(file, "provenance");
  for (const std::string& name : names_in(provenance)) model.provenance[name] = read_text(provenance, name);
  if (const std::string fault = fault_of(model); !fault.empty())
    throw Error("reading a model (" + fault + ")");
  return model;
}

using namespace hdf5;

std::span<const double> span_of(const core::Vector& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

Note note(const std::string& name, const std::string& role, const std::string& meaning) {
  return {name, role, role == "text" || role == "label" ? "" : "1", name, meaning};
}

void write_header(hid_t file, const Model& model) {
  put_attribute(file, "format_name", std::string("marginlab-model"));
  put_attribute(file, "format_version", std::string(model_format));
  if (!model.weights.empty()) put_attribute(file, "weights", model.weights);
  put_attribute(file, "setting", model.setting);
  put_attribute(file, "label", model.label);
  put_attribute(file, "label_place", static_cast<double>(model.label_place));
  put_attribute(file, "lambda", model.lambda);
  put_attribute(file, "criterion", model.criterion);
  put_attribute(file, "worst_relative_gap", model.worst_relative_gap);
  put_attribute(file, "fits", static_cast<double>(model.fits));
  put_attribute(file, "certified", certified_words().word(model.is_certified));
}

void write_columns(hid_t file, const std::vector<ModelColumn>& columns) {
  std::vector<std::string> names, words;
  std::vector<std::int32_t> is_number, of_column;
  for (const ModelColumn& column : columns) {
    for (const std::string& word : column.words) {
      words.push_back(word);
      of_column.push_back(static_cast<std::int32_t>(names.size()));
    }
    names.push_back(column.name);
    is_number.push_back(column.is_number ? 1 : 0);
  }
  Table table(file, "columns", "column", names.size());
  table.texts(note("name", "label", "a column of the file that is an input"), names);
  table.integers(note("is_number", "index", "1: a column of numbers, 0: of words"), is_number);
  Table indicators(file, "words", "indicator", words.size());
  indicators.integers(note("of_column", "index", "the column the word stands in"), of_column);
  indicators.texts(note("word", "label", "a word with a 0/1 input"), words);
}

void write_each_class(hid_t file, const std::vector<std::string>& classes) {
  std::vector<std::int32_t> labels(classes.size());
  std::iota(labels.begin(), labels.end(), 1);
  Table table(file, "classes", "class", classes.size());
  table.texts(note("name", "label", "a class of the file"), classes);
  table.integers(note("sign", "label", "its label, 1 to the number of classes"), labels);
}

void write_classes(hid_t file, const Model& model) {
  if (!model.classes.empty()) return write_each_class(file, model.classes);
  std::vector<std::string> names = model.positive;
  std::vector<std::int32_t> signs(names.size(), 1);
  names.insert(names.end(), model.negative.begin(), model.negative.end());
  signs.resize(names.size(), -1);
  Table table(file, "classes", "class", names.size());
  table.texts(note("name", "label", "a class of the file"), names);
  table.integers(note("sign", "label", "1 positive, -1 negative"), signs);
}

void write_inputs(hid_t file, const Model& model) {
  Table table(file, "inputs", "input", model.inputs.size());
  table.texts(note("name", "label", "an encoded column"), model.inputs);
  table.reals(note("centre", "diagnostic", "z = (x - centre) / scale"), span_of(model.centre));
  table.reals(note("scale", "diagnostic", "z = (x - centre) / scale"), span_of(model.scale));
  if (model.low.size() > 0) {
    table.reals(note("low", "diagnostic", "the least of the training rows, standardised"),
                span_of(model.low));
    table.reals(note("high", "diagnostic", "the largest of the training rows, standardised"),
                span_of(model.high));
  }
  if (model.fill.size() > 0)
    table.reals(note("fill", "diagnostic", "what stands in for a missing value"), span_of(model.fill));
}

/// row, y and probability, as a table of this name; the group it stands in.
Table write_rows(hid_t file, const std::string& name, const ModelRows& rows) {
  Table table(file, name, "point", rows.row.size());
  table.integers(note("row", "index", "number of the row in the file, from 1"),
                 std::vector<std::int32_t>(rows.row.begin(), rows.row.end()));
  if (rows.weights.size() > 0)
    table.reals(note("weight", "diagnostic", "how often the row counts"), span_of(rows.weights));
  const core::Probabilities& p = rows.probability;
  if (p.classes() == 2) {
    table.reals(note("y", "label", "1 positive, -1 negative"), span_of(rows.y));
    table.reals(note("probability", "metric", "estimated P(Y = +1)"), span_of(p.positive()));
    return table;
  }
  table.reals(note("y", "label", "1 to the number of classes"), span_of(rows.y));
  const core::Matrix all = p.matrix();
  for (Eigen::Index k = 0; k < all.cols(); ++k)
    table.reals(note(column_of_class(static_cast<std::size_t>(k)), "metric",
                     "estimated P(Y = " + std::to_string(k + 1) + ")"),
                span_of(all.col(k)));
  return table;
}

/// As a table of this name, a plural whose singular is its axis; `meaning` says in a sentence what they are.
void write_named_numbers(hid_t parent, const std::string& name, const std::string& meaning,
                         const std::map<std::string, double>& numbers) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& [key, value] : numbers) {
    names.push_back(key);
    values.push_back(value);
  }
  Table table(parent, name, name.substr(0, name.size() - 1), names.size());
  table.texts(note("name", "label", meaning), names);
  table.reals(note("value", "metric", "its value"), values);
}

void write_fitted(hid_t file, const core::FittedModel& fitted) {
  Table table(file, "fitted", "term", static_cast<std::size_t>(fitted.coefficients.size()));
  table.reals(note("coefficient", "diagnostic", "of an input, or of the kernel with a training row"),
              span_of(fitted.coefficients));
  put_attribute(table.group(), "terms", terms_words().word(fitted.terms));
  put_attribute(table.group(), "intercept", fitted.intercept);
  put_attribute(table.group(), "objective", fitted.objective);
  put_attribute(table.group(), "relative_gap", fitted.relative_gap);
  write_named_numbers(table.group(), "facts", "what else the method says of the model", fitted.facts);
}

/// A model file in memory, without its seal.
Handle made_in_memory(const Model& model) {
  Handle file = create_in_memory();
  write_header(file, model);
  write_columns(file, model.columns);
  write_classes(file, model);
  write_inputs(file, model);
  {
    const Table training = write_rows(file, "training", model.training);
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = model.x;
    const auto n = static_cast<hsize_t>(rows.rows()), p = static_cast<hsize_t>(rows.cols());
    if (!model.predictor)
      write_reals(training.group(), "x", {rows.data(), static_cast<std::size_t>(rows.size())}, {n, p});
    write_rows(file, "held_out", model.held_out);
    if (model.fitted) write_fitted(file, *model.fitted);
    if (model.predictor) write_predictor(file, *model.predictor);
    write_named_numbers(file, "scores", "a metric of the held-out rows", model.scores);
    const Handle group = create_group(file, "provenance");
    for (const auto& [name, text] : model.provenance) write_text(group, name, text);
  }
  return file;
}

} // namespace

Model read_model(const std::filesystem::path& path) {
  const Seal seal = check_seal(path);
  if (seal == Seal::missing)
    throw no_model(path, "the checksum at its end is missing, or another program wrote it");
  if (seal == Seal::broken) throw no_model(path, "its bytes do not add up to the checksum at its end");
  const QuietErrors quiet;
  try {
    return read_model_file(path.string());
  } catch (const Error& problem) {
    throw no_model(path, problem.what());
  }
}

void write_model(const std::filesystem::path& path, const Model& model) {
  const QuietErrors quiet;
  Handle made = made_in_memory(model);
  const std::string_view bytes = image_of(made);
  replace_file(behind_links(path), [&](PosixFile& temporary) {
    temporary.write(bytes);
    temporary.write(seal_of(bytes));
  });
  made.close("closing a file in memory");
}

} // namespace results
