#include "datasets/real/user_table.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "datasets/readers/arff.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/libsvm.hpp"
#include "datasets/real/protocol_parameters.hpp"
#include "datasets/real/table_columns.hpp"

namespace datasets::real {
namespace {

std::vector<std::string> marks_of(const std::string& text) {
  std::vector<std::string> marks;
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find_first_of(", ", from), text.size());
    if (end > from) marks.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return marks;
}

/// By the end of the name, a packed one's .gz left aside; what is neither LIBSVM nor ARFF is taken for CSV.
std::string format_of(const std::string& name, const std::string& asked) {
  if (asked != "auto") return asked;
  const std::string plain = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
  for (const char* ending : {".libsvm", ".svmlight", ".svm"})
    if (plain.ends_with(ending)) return "libsvm";
  return plain.ends_with(".arff") ? "arff" : "csv";
}

char delimiter_of(const std::string& word) {
  if (word == "semicolon") return ';';
  if (word == "tab") return '\t';
  return word == "blanks" ? ' ' : ',';
}

Reading without_missing(const Reading& reading) {
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < reading.table.rows(); ++i) {
    bool missing = false;
    for (const readers::Column& column : reading.table.columns) missing = missing || is_missing(column, i);
    if (!missing) whole.push_back(i);
  }
  core::require(!whole.empty(), reading.table.file +
                                    ": a value is missing in every row (if_missing: omit leaves "
                                    "nothing) name fewer marks in 'missing', or mend the file");
  return rows_of(reading, whole);
}

} // namespace

std::vector<core::ParameterSpec> user_table_parameters() {
  return {text_parameter("path", "the file, packed by gzip or not", {}),
          word_parameter("format", "auto: by the end of its name", {"auto", "csv", "libsvm", "arff"}),
          text_parameter(
              "label",
              "the column with the classes: its name, its number from 1, first, last, or auto: the label of "
              "LIBSVM, else the last",
              "auto"),
          word_parameter("header", "CSV: whether the first line has the names", {"first_line", "none"}),
          word_parameter("delimiter", "CSV: what divides fields", {"comma", "semicolon", "tab", "blanks"}),
          text_parameter("missing", "CSV: fields that stand for no value, divided by commas", "?,NA"),
          word_parameter("if_missing", "refuse the file, or omit the rows with missing values",
                         {"refuse", "omit"}),
          word_parameter(
              "encoding",
              "what becomes of words: refused, a 0/1 column for each value that occurs, or for each that "
              "the file declares",
              {"refused", "occurring", "declared"})};
}

bool is_libsvm(const readers::TextFile& file, const core::Parameters& parameters) {
  return format_of(file.name, parameters.text("format")) == "libsvm";
}

readers::RawTable user_columns(const readers::TextFile& file, const core::Parameters& parameters) {
  const std::string format = format_of(file.name, parameters.text("format"));
  if (format == "libsvm") return readers::read_libsvm(file);
  if (format == "arff") return readers::read_arff(file);
  const bool header = parameters.text("header") == "first_line";
  return readers::read_csv(file, {delimiter_of(parameters.text("delimiter")),
                                  header ? readers::Header::first_line : readers::Header::none,
                                  marks_of(parameters.text("missing"))});
}

bool is_missing(const readers::Column& column, std::size_t row) {
  return column.is_numeric() ? std::isnan(column.numbers[row]) : column.words[row].empty();
}

Reading user_table(const readers::TextFile& file, const core::Parameters& parameters) {
  const std::string& label = parameters.text("label");
  Reading reading{user_columns(file, parameters)};
  const std::string own_place = is_libsvm(file, parameters) ? "first" : "last";
  reading.label = readers::column_index(reading.table, label == "auto" ? own_place : label);
  for (std::size_t j = 0; j < reading.table.columns.size(); ++j)
    if (j != reading.label) reading.inputs.push_back(j);
  core::require(!reading.inputs.empty(),
                file.name +
                    ": one column (a label and at least one input are needed) is the "
                    "delimiter right?");
  return parameters.text("if_missing") == "omit" ? without_missing(reading) : reading;
}

encoding::Words user_words(const core::Parameters& parameters) {
  const std::string& word = parameters.text("encoding");
  if (word == "refused") return encoding::Words::refused;
  return word == "declared" ? encoding::Words::declared : encoding::Words::occurring;
}

} // namespace datasets::real
