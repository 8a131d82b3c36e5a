#include "results/store/hdf5/model_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/group.hpp"
#include "results/store/hdf5/predictor.hpp"

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

Note note(const std::string& name, const std::string& role, const std::string& meaning) {
  return {name, role, role == "text" || role == "label" ? "" : "1", name, meaning};
}

// The file, each part once: a template describes it as it is written, of a const model, and as it is read,
// into an empty one.

template <class Group, class Any>
void describe_header(const Group& file, Any& model) {
  file.attribute("weights", model.weights);
  file.attribute("setting", model.setting);
  file.attribute("label", model.label);
  file.attribute("label_place", model.label_place);
  file.attribute("lambda", model.lambda);
  file.attribute("criterion", model.criterion);
  file.attribute("worst_relative_gap", model.worst_relative_gap);
  file.attribute("fits", model.fits);
  file.attribute("certified", model.is_certified, certified_words());
}

template <class Group, class Columns>
void describe_columns(hid_t file, Columns& columns) {
  std::vector<std::string> names, words;
  std::vector<std::int32_t> is_number, of_column;
  for (const ModelColumn& column : columns) {
    words.insert(words.end(), column.words.begin(), column.words.end());
    of_column.resize(words.size(), static_cast<std::int32_t>(names.size()));
    names.push_back(column.name);
    is_number.push_back(column.is_number ? 1 : 0);
  }
  Group table(file, "columns", "column", names.size());
  table.column(note("name", "label", "a column of the file that is an input"), names);
  table.column(note("is_number", "index", "1: a column of numbers, 0: of words"), is_number);
  Group indicators(file, "words", "indicator", words.size());
  indicators.column(note("of_column", "index", "the column the word stands in"), of_column);
  indicators.column(note("word", "label", "a word with a 0/1 input"), words);
  if constexpr (Group::is_reader) {
    for (std::size_t j = 0; j < names.size(); ++j) columns.push_back({names[j], is_number[j] != 0, {}});
    for (std::size_t k = 0; k < words.size(); ++k) {
      const auto j = static_cast<std::size_t>(of_column[k]);
      if (of_column[k] < 0 || j >= columns.size()) throw Error("reading 'words' (one of no column)");
      columns[j].words.push_back(words[k]);
    }
  }
}

/// The label of each class: 1 or -1 of two, else 1 to K.
template <class Group, class Any>
void describe_classes(hid_t file, Any& model) {
  std::vector<std::string> names = model.classes;
  std::vector<std::int32_t> labels(names.size());
  std::iota(labels.begin(), labels.end(), 1);
  for (const auto& [side, label] : {std::pair(&model.positive, 1), std::pair(&model.negative, -1)}) {
    names.insert(names.end(), side->begin(), side->end());
    labels.resize(names.size(), label);
  }
  Group table(file, "classes", "class", names.size());
  table.column(note("name", "label", "a class of the file"), names);
  table.column(
      note("sign", "label",
           model.classes.empty() ? "1 positive, -1 negative" : "its label, 1 to the number of classes"),
      labels);
  if constexpr (Group::is_reader) {
    if (std::find(labels.begin(), labels.end(), 3) != labels.end()) {
      model.classes = names;
      return;
    }
    for (std::size_t k = 0; k < names.size(); ++k)
      (labels[k] > 0 ? model.positive : model.negative).push_back(names[k]);
  }
}

template <class Group, class Any>
void describe_inputs(hid_t file, Any& model) {
  Group table(file, "inputs", "input", model.inputs.size());
  table.column(note("name", "label", "an encoded column"), model.inputs);
  table.column(note("centre", "diagnostic", "z = (x - centre) / scale"), model.centre);
  table.column(note("scale", "diagnostic", "z = (x - centre) / scale"), model.scale);
  table.column_if_any(note("low", "diagnostic", "the least of the training rows, standardised"), model.low);
  table.column_if_any(note("high", "diagnostic", "the largest of the training rows, standardised"),
                      model.high);
  table.column_if_any(note("fill", "diagnostic", "what stands in for a missing value"), model.fill);
}

/// probability_1 of the first of K classes.
std::string column_of_class(std::size_t k) {
  return "probability_" + std::to_string(k + 1);
}

void describe_probabilities(GroupWriter& table, const core::Probabilities& p) {
  if (p.classes() == 2)
    return table.column(note("probability", "metric", "estimated P(Y = +1)"), core::Vector(p.positive()));
  const core::Matrix all = p.matrix();
  for (Eigen::Index k = 0; k < all.cols(); ++k)
    table.column(note(column_of_class(static_cast<std::size_t>(k)), "metric",
                      "estimated P(Y = " + std::to_string(k + 1) + ")"),
                 core::Vector(all.col(k)));
}

void describe_probabilities(GroupReader& table, core::Probabilities& p) {
  core::Vector column;
  const auto read = [&](const std::string& name) {
    if (!has(table.id(), name.c_str())) return false;
    table.column(note(name, "metric", ""), column);
    return true;
  };
  if (read("probability")) {
    p = column;
    return;
  }
  core::Matrix all;
  for (std::size_t k = 0; read(column_of_class(k)); ++k) {
    all.conservativeResize(column.size(), all.cols() + 1);
    all.rightCols(1) = column;
  }
  p = core::Probabilities::of_classes(all);
}

/// Rows as a table of this name; the group it stands in.
template <class Group, class Rows>
Group described_rows(hid_t file, const std::string& name, Rows& rows) {
  std::vector<std::int32_t> row(rows.row.begin(), rows.row.end());
  Group table(file, name, "point", row.size());
  table.column(note("row", "index", "number of the row in the file, from 1"), row);
  table.column_if_any(note("weight", "diagnostic", "how often the row counts"), rows.weights);
  table.column(
      note("y", "label",
           rows.probability.classes() == 2 ? "1 positive, -1 negative" : "1 to the number of classes"),
      rows.y);
  describe_probabilities(table, rows.probability);
  if constexpr (Group::is_reader) {
    rows.row.assign(row.begin(), row.end());
    if (rows.probability.size() != rows.y.size())
      throw Error("reading '" + name + "' (a row has no probability)");
  }
  return table;
}

/// As a table of this name, a plural whose singular is its axis; `meaning` says in a sentence what they are.
template <class Group, class Numbers>
void describe_numbers(hid_t parent, const std::string& name, const std::string& meaning, Numbers& numbers) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& [key, value] : numbers) {
    names.push_back(key);
    values.push_back(value);
  }
  Group table(parent, name, name.substr(0, name.size() - 1), names.size());
  table.column(note("name", "label", meaning), names);
  table.column(note("value", "metric", "its value"), values);
  if constexpr (Group::is_reader)
    for (std::size_t k = 0; k < names.size(); ++k) numbers[names[k]] = values[k];
}

template <class Group, class Fitted>
void describe_fitted(hid_t file, Fitted& fitted) {
  Group table(file, "fitted", "term", static_cast<std::size_t>(fitted.coefficients.size()));
  table.column(note("coefficient", "diagnostic", "of an input, or of the kernel with a training row"),
               fitted.coefficients);
  table.attribute("terms", fitted.terms, terms_words());
  table.attribute("intercept", fitted.intercept);
  table.attribute("objective", fitted.objective);
  table.attribute("relative_gap", fitted.relative_gap);
  describe_numbers<Group>(table.id(), "facts", "what else the method says of the model", fitted.facts);
}

/// Whether the model has this part; where it is read and the file has it, the part is made.
template <class Group, class Part>
bool is_there(hid_t file, const char* name, Part& part) {
  if constexpr (Group::is_reader)
    if (has(file, name)) part.emplace();
  return part.has_value();
}

/// All but the format and what says where the model comes from; a predictor is read when all else is.
template <class Group, class Any>
void describe(hid_t file, Any& model) {
  describe_header(Group(file), model);
  describe_columns<Group>(file, model.columns);
  describe_classes<Group>(file, model);
  describe_inputs<Group>(file, model);
  {
    const Group training = described_rows<Group>(file, "training", model.training);
    training.matrix("x", model.x);
  }
  described_rows<Group>(file, "held_out", model.held_out);
  if (is_there<Group>(file, "fitted", model.fitted)) describe_fitted<Group>(file, *model.fitted);
  if constexpr (!Group::is_reader)
    if (model.predictor) write_predictor(file, *model.predictor);
  describe_numbers<Group>(file, "scores", "a metric of the held-out rows", model.scores);
}

/// What older files leave out: the ranges are those of the rows, and a matrix of no row has its columns.
void complete(Model& model) {
  if (model.low.size() == 0 && model.x.rows() > 0) {
    model.low = model.x.colwise().minCoeff();
    model.high = model.x.colwise().maxCoeff();
  }
  if (model.x.size() == 0) model.x.resize(0, static_cast<Eigen::Index>(model.inputs.size()));
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
  describe<GroupReader>(file, model);
  complete(model);
  model.predictor = read_predictor(file, model.x.cols());
  const Handle provenance = open_group(file, "provenance");
  for (const std::string& name : names_in(provenance)) model.provenance[name] = read_text(provenance, name);
  if (const std::string fault = fault_of(model); !fault.empty())
    throw Error("reading a model (" + fault + ")");
  return model;
}

/// A model file in memory, without its seal.
Handle made_in_memory(const Model& model) {
  Handle file = create_in_memory();
  put_attribute(file, "format_name", std::string("marginlab-model"));
  put_attribute(file, "format_version", std::string(model_format));
  describe<GroupWriter>(file, model);
  {
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
