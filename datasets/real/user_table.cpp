#include "datasets/real/user_table.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/parameter.hpp"
#include "datasets/readers/arff.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/libsvm.hpp"
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

enum class Format { by_name, csv, libsvm, arff };
enum class IfMissing { refuse, omit };
using encoding::Words;
using readers::Header;

const auto path = core::text("path", "the file, packed by gzip or not").as_place();
const auto format =
    core::word<Format>(
        "format", "auto: by the end of its name",
        {{"auto", Format::by_name}, {"csv", Format::csv}, {"libsvm", Format::libsvm}, {"arff", Format::arff}})
        .or_else(Format::by_name);
const auto label =
    core::text("label",
               "the column with the classes: its name, its number from 1, first, last, or auto: "
               "the label of LIBSVM, else the last")
        .or_else("auto");
const auto header = core::word<Header>("header", "CSV: whether the first line has the names",
                                       {{"first_line", Header::first_line}, {"none", Header::none}})
                        .or_else(Header::first_line);
const auto delimiter = core::word<char>("delimiter", "CSV: what divides fields",
                                        {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"blanks", ' '}})
                           .or_else(',');
const auto missing =
    core::text("missing", "CSV: fields that stand for no value, divided by commas").or_else("?,NA");
const auto if_missing =
    core::word<IfMissing>("if_missing", "refuse the file, or omit the rows with missing values",
                          {{"refuse", IfMissing::refuse}, {"omit", IfMissing::omit}})
        .or_else(IfMissing::refuse);
const auto word_coding =
    core::word<Words>(
        "encoding",
        "what becomes of words: refused, a 0/1 column for each value that occurs, or for each "
        "that the file declares",
        {{"refused", Words::refused}, {"occurring", Words::occurring}, {"declared", Words::declared}})
        .or_else(Words::refused);

/// By the end of the name, a packed one's .gz left aside.
std::optional<Format> format_by_name(const std::string& name) {
  const std::string plain = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
  for (const char* ending : {".libsvm", ".svmlight", ".svm"})
    if (plain.ends_with(ending)) return Format::libsvm;
  if (plain.ends_with(".arff")) return Format::arff;
  return plain.ends_with(".csv") ? std::optional(Format::csv) : std::nullopt;
}

/// What no name tells is taken for CSV.
Format format_of(const std::string& name, const core::Parameters& parameters) {
  const Format asked = format.of(parameters);
  return asked == Format::by_name ? format_by_name(name).value_or(Format::csv) : asked;
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
  return {path, format, label, header, delimiter, missing, if_missing, word_coding};
}

core::Parameters with_format_of(const std::string& name, core::Parameters parameters) {
  parameters.set(format.key(), format.word(format_of(name, parameters)));
  return parameters;
}

core::Parameters with_format_by_name(const std::string& name, core::Parameters parameters) {
  if (const auto known = format_by_name(name)) parameters.set(format.key(), format.word(*known));
  return parameters;
}

bool is_libsvm(const readers::TextFile& file, const core::Parameters& parameters) {
  return format_of(file.name, parameters) == Format::libsvm;
}

readers::RawTable user_columns(const readers::TextFile& file, const core::Parameters& parameters) {
  const Format chosen = format_of(file.name, parameters);
  if (chosen == Format::libsvm) return readers::read_libsvm(file);
  if (chosen == Format::arff) return readers::read_arff(file);
  return readers::read_csv(
      file, {delimiter.of(parameters), header.of(parameters), marks_of(missing.of(parameters))});
}

bool is_missing(const readers::Column& column, std::size_t row) {
  return column.is_numeric() ? std::isnan(column.numbers[row]) : column.words[row].empty();
}

Reading user_table(const readers::TextFile& file, const core::Parameters& parameters) {
  const std::string column = label.of(parameters);
  Reading reading{user_columns(file, parameters)};
  const std::string own_place = is_libsvm(file, parameters) ? "first" : "last";
  reading.label = readers::column_index(reading.table, column == "auto" ? own_place : column);
  for (std::size_t j = 0; j < reading.table.columns.size(); ++j)
    if (j != reading.label) reading.inputs.push_back(j);
  core::require(!reading.inputs.empty(),
                file.name +
                    ": one column (a label and at least one input are needed) is the "
                    "delimiter right?");
  return omits_missing(parameters) ? without_missing(reading) : reading;
}

core::Parameters with_label_by_default(const Reading& reading, core::Parameters parameters) {
  const bool first = format_of(reading.table.file, parameters) == Format::libsvm;
  if (reading.label == (first ? 0 : reading.table.columns.size() - 1))
    parameters.set(label.key(), std::string("auto"));
  return parameters;
}

bool omits_missing(const core::Parameters& parameters) {
  return if_missing.of(parameters) == IfMissing::omit;
}

core::Parameters with_every_row(core::Parameters parameters) {
  parameters.set(if_missing.key(), if_missing.word(IfMissing::refuse));
  return parameters;
}

encoding::Words user_words(const core::Parameters& parameters) {
  return word_coding.of(parameters);
}

} // namespace datasets::real
