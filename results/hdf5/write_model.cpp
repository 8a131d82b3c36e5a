#include <fcntl.h>

#include "core/contract.hpp"
#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"
#include "results/hdf5/file.hpp"
#include "results/hdf5/model_file.hpp"
#include "results/hdf5/seal.hpp"
#include "results/hdf5/table.hpp"
#include "results/posix_file.hpp"
#include "results/replace_file.hpp"

namespace results {
namespace {

using namespace hdf5;

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> out;
  for (const std::string& text : texts) out.push_back(text.c_str());
  return out;
}

std::span<const double> span_of(const core::Vector& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

Note note(const std::string& name, const std::string& role, const std::string& meaning) {
  return {name, role, role == "text" || role == "label" ? "" : "1", name, meaning};
}

void write_header(hid_t file, const Model& model) {
  put_attribute(file, "format_name", std::string("marginlab-model"));
  put_attribute(file, "format_version", std::string(kModelFormat));
  put_attribute(file, "setting", model.setting);
  put_attribute(file, "label", model.label);
  put_attribute(file, "label_place", static_cast<double>(model.label_place));
  put_attribute(file, "lambda", model.lambda);
  put_attribute(file, "criterion", model.criterion);
  put_attribute(file, "worst_relative_gap", model.worst_relative_gap);
  put_attribute(file, "fits", static_cast<double>(model.fits));
  put_attribute(file, "certified", std::string(model.is_certified ? "yes" : "no"));
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
  table.texts(note("name", "label", "a column of the file that is an input"), pointers(names));
  table.integers(note("is_number", "index", "1: a column of numbers, 0: of words"), is_number);
  Table indicators(file, "words", "indicator", words.size());
  indicators.integers(note("of_column", "index", "the column the word stands in"), of_column);
  indicators.texts(note("word", "label", "a word with a 0/1 input"), pointers(words));
}

void write_classes(hid_t file, const Model& model) {
  std::vector<std::string> names = model.positive;
  std::vector<std::int32_t> signs(names.size(), 1);
  names.insert(names.end(), model.negative.begin(), model.negative.end());
  signs.resize(names.size(), -1);
  Table table(file, "classes", "class", names.size());
  table.texts(note("name", "label", "a class of the file"), pointers(names));
  table.integers(note("sign", "label", "1 positive, -1 negative"), signs);
}

void write_inputs(hid_t file, const Model& model) {
  Table table(file, "inputs", "input", model.inputs.size());
  table.texts(note("name", "label", "an encoded column"), pointers(model.inputs));
  table.reals(note("centre", "diagnostic", "z = (x - centre) / scale"), span_of(model.centre));
  table.reals(note("scale", "diagnostic", "z = (x - centre) / scale"), span_of(model.scale));
}

/// row, y and probability, as a table of this name; the group it stands in.
Table write_rows(hid_t file, const std::string& name, const ModelRows& rows) {
  Table table(file, name, "point", rows.row.size());
  table.integers(note("row", "index", "number of the row in the file, from 1"),
                 std::vector<std::int32_t>(rows.row.begin(), rows.row.end()));
  table.reals(note("y", "label", "1 positive, -1 negative"), span_of(rows.y));
  table.reals(note("probability", "metric", "estimated P(Y = +1)"), span_of(rows.probability));
  return table;
}

void write_scores(hid_t file, const std::map<std::string, double>& scores) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& [name, value] : scores) {
    names.push_back(name);
    values.push_back(value);
  }
  Table table(file, "scores", "score", names.size());
  table.texts(note("name", "label", "a metric of the held-out rows"), pointers(names));
  table.reals(note("value", "metric", "its value"), values);
}

/// The bytes of a model file, without its seal.
std::string image(const Model& model) {
  Handle file = create_in_memory();
  write_header(file, model);
  write_columns(file, model.columns);
  write_classes(file, model);
  write_inputs(file, model);
  {
    const Table training = write_rows(file, "training", model.training);
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = model.x;
    const auto n = static_cast<hsize_t>(rows.rows()), p = static_cast<hsize_t>(rows.cols());
    write_reals(training.group(), "x", {rows.data(), static_cast<std::size_t>(rows.size())}, {n, p});
    write_rows(file, "held_out", model.held_out);
    write_scores(file, model.scores);
    const Handle group = create_group(file, "provenance");
    for (const auto& [name, text] : model.provenance) write_text(group, name, text);
  }
  std::string bytes = image_of(file);
  file.close("closing a file in memory");
  return bytes;
}

} // namespace

void write_model(const std::filesystem::path& path, const Model& model) {
  const QuietErrors quiet;
  const std::string bytes = image(model);
  replace_file(path, [&](const std::filesystem::path& temporary) {
    PosixFile file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(bytes);
    file.write(seal_of(bytes));
  });
}

} // namespace results
