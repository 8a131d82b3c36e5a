#include "datasets/real/user_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parameter.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/characters.hpp"
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

enum class IfMissing { refuse, omit, median, indicator };
using encoding::Words;
using readers::Form;
using readers::Format;
using readers::Header;

const auto path = core::text("path", "the file, packed by gzip or not").as_place();
const auto format =
    core::word<std::optional<Format>>(
        "format", "auto: by its bytes, then by the end of its name",
        {{"auto", std::nullopt}, {"csv", Format::csv}, {"libsvm", Format::libsvm}, {"arff", Format::arff}})
        .or_else(std::nullopt);
const auto target =
    core::text("target",
               "the column with the classes: its name, its number from 1, first, last, or auto: "
               "the label of LIBSVM, else the last")
        .or_else("auto");
const auto label =
    core::text("label",
               "what a table prints; without a target the column with the classes, as older configs say it")
        .or_else("auto");
const auto header = core::word<std::optional<Header>>(
                        "header", "CSV: whether the first line has the names; auto: unless it is data",
                        {{"auto", std::nullopt}, {"first_line", Header::first_line}, {"none", Header::none}})
                        .or_else(std::nullopt);
const auto delimiter =
    core::word<std::optional<char>>("delimiter", "CSV: what divides fields; auto: what fits",
                                    {{"auto", std::nullopt},
                                     {"comma", ','},
                                     {"semicolon", ';'},
                                     {"tab", '\t'},
                                     {"pipe", '|'},
                                     {"blanks", ' '}})
        .or_else(std::nullopt);
const auto decimal_mark =
    core::word<std::optional<char>>("decimal", "CSV: what stands before decimals",
                                    {{"auto", std::nullopt}, {"point", '.'}, {"comma", ','}})
        .or_else(std::nullopt);
const auto indices =
    core::word<std::optional<std::size_t>>(
        "indices", "LIBSVM: from which index features count; auto: from 0 where there is one",
        {{"auto", std::nullopt}, {"from_0", 0}, {"from_1", 1}})
        .or_else(std::nullopt);
const auto missing =
    core::text("missing", "CSV: fields that stand for no value, divided by commas").or_else("?,NA,NaN,nan");
const auto if_missing =
    core::word<IfMissing>(
        "if_missing",
        "refuse the file; omit the rows with missing values; put in the median, or the most "
        "frequent word, of the training part; or that with a 0/1 input that marks it",
        {{"refuse", IfMissing::refuse},
         {"omit", IfMissing::omit},
         {"median", IfMissing::median},
         {"indicator", IfMissing::indicator}})
        .or_else(IfMissing::refuse);
const auto word_coding =
    core::word<Words>(
        "encoding",
        "what becomes of words: refused, a 0/1 column for each value that occurs, or for each "
        "that the file declares",
        {{"refused", Words::refused}, {"occurring", Words::occurring}, {"declared", Words::declared}})
        .or_else(Words::refused);
const auto ignore =
    core::text("ignore",
               "columns that are no inputs, by name or number, divided by commas; auto: those without a name "
               "that number the rows; none: no column")
        .or_else("auto");

const auto input_columns =
    core::text("inputs",
               "columns that are inputs, by name or number, divided by commas; auto: all that are not "
               "left out")
        .or_else("auto");

/// Revision 2, in which nobody looked at bytes.
bool is_earlier(const core::Parameters& parameters) {
  return !parameters.has(ignore.key());
}

readers::SaidOfForm said_of(const readers::TextFile& file, const core::Parameters& said) {
  readers::SaidOfForm out{format.of(said, std::nullopt),       delimiter.of(said, std::nullopt),
                          decimal_mark.of(said, std::nullopt), header.of(said, std::nullopt),
                          indices.of(said, std::nullopt),      marks_of(missing.of(said, "?,NA"))};
  if (!is_earlier(said)) return out;
  if (!out.format) out.format = readers::format_by_name(file.name).value_or(Format::csv);
  out.delimiter = out.delimiter.value_or(',');
  out.header = out.header.value_or(Header::first_line);
  out.decimal_mark = '.';
  out.first_index = 1;
  return out;
}

/// The form that parameters state; what they leave open is as in every file.
Form form_in(const core::Parameters& parameters) {
  const Form usual;
  Form out;
  out.format = format.of(parameters, std::nullopt).value_or(usual.format);
  out.csv.delimiter = delimiter.of(parameters, std::nullopt).value_or(usual.csv.delimiter);
  out.csv.decimal_mark = decimal_mark.of(parameters, std::nullopt).value_or(usual.csv.decimal_mark);
  out.csv.header = header.of(parameters, std::nullopt).value_or(usual.csv.header);
  out.first_index = indices.of(parameters, std::nullopt).value_or(usual.first_index);
  return out;
}

/// The word for the column of classes; "auto" where nothing is said.
std::string target_of(const core::Parameters& parameters) {
  const std::string said = target.of(parameters, "auto");
  return said == "auto" ? label.of(parameters, "auto") : said;
}

std::size_t own_label_place(const readers::RawTable& table, const Form& form) {
  return form.format == Format::libsvm ? 0 : encoding::last_column(table);
}

std::string counts_text(const std::vector<std::pair<std::string, std::size_t>>& counts) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(counts.size(), most); ++k)
    text += (k ? ", " : "") + std::to_string(counts[k].second) + " " + counts[k].first;
  return text + (counts.size() > most ? ", and others" : "");
}

/// How many rows miss a value in each column, of each class how many go, and which classes go altogether.
std::vector<std::string> omission_notes(const Reading& reading, const std::vector<std::size_t>& kept) {
  const readers::RawTable& table = reading.table;
  const std::size_t n = table.rows();
  std::vector<char> stays(n, 0);
  for (const std::size_t i : kept) stays[i] = 1;
  std::vector<std::pair<std::string, std::size_t>> by_column, by_class;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; ++i) count += !stays[i] && is_missing(table.columns[j], i) ? 1 : 0;
    if (count > 0) by_column.emplace_back("in " + readers::shown(table.columns[j].name), count);
  }
  std::map<std::string, std::pair<std::size_t, std::size_t>> classes; // rows that go, rows
  for (std::size_t i = 0; i < n; ++i) {
    auto& [gone, all] = classes[encoding::class_of(table.columns[reading.label], i)];
    gone += stays[i] ? 0 : 1;
    ++all;
  }
  std::string lost;
  for (const auto& [name, counts] : classes) {
    if (name.empty() || counts.first == 0) continue;
    by_class.emplace_back("of " + std::to_string(counts.second) + " of class " + readers::shown(name),
                          counts.first);
    if (counts.first == counts.second) lost += (lost.empty() ? "" : ", ") + readers::shown(name);
  }
  std::vector<std::string> notes{
      table.file + ": " + std::to_string(n - kept.size()) + " of " + std::to_string(n) +
      " rows have a missing value and are left out: " + counts_text(by_column) + "."};
  if (!by_class.empty())
    notes.push_back(table.file + ": of the classes these rows are left out: " + counts_text(by_class) + ".");
  if (!lost.empty()) notes.push_back(table.file + ": no row is left of class " + lost + ".");
  return notes;
}

} // namespace

std::vector<core::ParameterSpec> user_table_parameters() {
  return {path,
          format.as_reading(),
          target.as_reading(),
          label.as_reading(),
          header.as_reading(),
          delimiter.as_reading(),
          decimal_mark.as_reading(),
          indices.as_reading(),
          missing.as_reading(),
          if_missing,
          word_coding,
          ignore.as_reading(),
          input_columns.as_reading()};
}

std::vector<core::ParameterSpec> earlier_user_table_parameters() {
  return {path,
          format,
          label,
          header.among({"first_line", "none"}),
          delimiter.among({"comma", "semicolon", "tab", "blanks"}),
          missing.or_else("?,NA"),
          if_missing.among({"refuse", "omit"}),
          word_coding};
}

UserColumns user_columns(readers::TextFile file, const core::Parameters& said,
                         const core::Parameters& otherwise, readers::Uneven uneven) {
  readers::PlainText text = readers::plain_text(std::move(file));
  readers::FoundForm found = readers::form_of(text.file, said_of(text.file, said), form_in(otherwise));
  found.form.csv.uneven = uneven;
  std::vector<std::string> notes = std::move(text.notes);
  notes.insert(notes.end(), found.notes.begin(), found.notes.end());
  return {readers::table_of(text.file, found.form), found.form, std::move(notes)};
}

bool is_missing(const readers::Column& column, std::size_t row) {
  return column.is_numeric() ? std::isnan(column.numbers[row]) : column.words[row].empty();
}

UserTable user_table(readers::TextFile file, const core::Parameters& parameters) {
  return user_table(user_columns(std::move(file), parameters), parameters);
}

namespace {

/// The columns that are neither in this list of inputs nor the label.
std::vector<std::size_t> all_but(const readers::RawTable& table, const std::string& list, std::size_t label) {
  const auto wanted = encoding::columns_in_list(table, list);
  core::require(std::find(wanted.begin(), wanted.end(), label) == wanted.end(),
                table.file + ": column " + readers::shown(table.columns[label].name) +
                    " has the classes and cannot be an input. Name another one with --label.",
                {input_columns.key()});
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (j != label && std::find(wanted.begin(), wanted.end(), j) == wanted.end()) out.push_back(j);
  return out;
}

} // namespace

UserTable user_table(UserColumns columns, const core::Parameters& parameters) {
  UserTable out{{std::move(columns.table)}, columns.form, {}, std::move(columns.notes)};
  const readers::RawTable& table = out.reading.table;
  const std::string column = target_of(parameters);
  core::require(!table.columns.empty(), table.file + ": the file is empty. Give a file with data.");
  out.reading.label =
      column == "auto" ? own_label_place(table, out.form) : readers::column_index(table, column);
  const std::string list = ignore.of(parameters, "none");
  const bool names_columns = list != "auto" && list != "none";
  auto ignored = names_columns ? encoding::columns_in_list(table, list) : std::vector<std::size_t>{};
  if (const std::string wanted = input_columns.of(parameters, "auto"); wanted != "auto")
    ignored = all_but(table, wanted, out.reading.label);
  core::require(std::find(ignored.begin(), ignored.end(), out.reading.label) == ignored.end(),
                table.file + ": column " + readers::shown(table.columns[out.reading.label].name) +
                    " has the classes and cannot be ignored. Name another one with --label.",
                {ignore.key()});
  // Who says that there are no names has looked at the columns.
  const bool no_names = header.of(parameters, std::nullopt) == Header::none;
  out.roles = encoding::roles_of(table, out.reading.label, ignored, list != "none" && !no_names);
  out.reading.inputs = out.roles.inputs;
  if (list != "none" && out.form.format != Format::libsvm)
    out.notes.insert(out.notes.end(), out.roles.notes.begin(), out.roles.notes.end());
  if (!is_earlier(parameters)) encoding::require_few_words(table, out.roles);
  core::require(!out.reading.inputs.empty(),
                table.file + ": there is no input beside the column of classes. Is the delimiter right?");
  return out;
}

WholeRows whole_rows(const Reading& reading, const core::Parameters& parameters) {
  WholeRows out;
  std::vector<std::size_t> columns = reading.inputs;
  columns.push_back(reading.label);
  const bool omits = omits_missing(parameters);
  for (std::size_t i = 0; i < reading.table.rows(); ++i) {
    const bool misses = omits && std::any_of(columns.begin(), columns.end(), [&](std::size_t j) {
                          return is_missing(reading.table.columns[j], i);
                        });
    const bool no_class = omits && encoding::class_of(reading.table.columns[reading.label], i).empty();
    if (!misses && !no_class) out.rows.push_back(i);
  }
  core::require(!out.rows.empty(),
                reading.table.file +
                    ": a value is missing in every row, so if_missing=omit leaves "
                    "nothing. Name fewer marks in 'missing', or say if_missing=median.",
                {if_missing.key()});
  const bool all = out.rows.size() == reading.table.rows();
  if (!all) out.notes = omission_notes(reading, out.rows);
  out.reading = all ? reading : rows_of(reading, out.rows);
  return out;
}

core::Parameters with_form(const UserTable& table, core::Parameters parameters) {
  const Form usual;
  const auto enter = [&](const auto& parameter, const auto& found, const auto& as_usual) {
    if (!parameter.of(parameters, std::nullopt) && found != as_usual)
      parameters.set(parameter.key(), parameter.word(found));
  };
  enter(header, table.form.csv.header, usual.csv.header);
  enter(delimiter, table.form.csv.delimiter, usual.csv.delimiter);
  enter(decimal_mark, table.form.csv.decimal_mark, usual.csv.decimal_mark);
  enter(indices, table.form.first_index, usual.first_index);
  parameters.set(format.key(), format.word(table.form.format));
  const auto left_out = table.roles.left_out(table.reading.table);
  if (!left_out.empty()) parameters.set(ignore.key(), readers::list_of_names(left_out));
  return parameters;
}

core::Parameters with_label_by_default(const UserTable& table, core::Parameters parameters) {
  if (table.reading.label != own_label_place(table.reading.table, table.form)) return parameters;
  for (const auto* parameter : {&target, &label})
    if (parameters.has(parameter->key())) parameters.set(parameter->key(), std::string("auto"));
  return parameters;
}

std::string older_target(const core::Parameters& parameters) {
  const std::string said = label.of(parameters, "auto");
  return said != "auto" && target.of(parameters, "auto") == "auto" ? said : std::string();
}

std::string content_of(const Reading& reading) {
  std::string text;
  const auto add_number = [&](double value) {
    value = std::isnan(value) ? std::nan("") : value + 0.0; // one zero, one NaN
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
  };
  const auto add_word = [&](const std::string& word) { text += std::to_string(word.size()) + ":" + word; };
  for (const std::size_t j : reading.inputs) {
    const readers::Column& column = reading.table.columns[j];
    text += column.is_numeric() ? 'n' : 'w';
    for (const double number : column.numbers) add_number(number);
    for (const std::string& word : column.words) add_word(word);
    for (const std::string& word : column.declared) add_word(word);
  }
  text += 'c';
  for (std::size_t i = 0; i < reading.table.rows(); ++i)
    add_word(encoding::class_of(reading.table.columns[reading.label], i));
  return core::sha256_hex(text, 16);
}

encoding::MissingFields missing_fields(const core::Parameters& parameters) {
  using encoding::MissingFields;
  if (is_earlier(parameters)) return MissingFields::words_are_zero;
  switch (if_missing.of(parameters)) {
    case IfMissing::median:
      return MissingFields::kept;
    case IfMissing::indicator:
      return MissingFields::marked;
    default:
      return MissingFields::refused;
  }
}

bool omits_missing(const core::Parameters& parameters) {
  return if_missing.of(parameters, IfMissing::refuse) == IfMissing::omit;
}

encoding::Words user_words(const core::Parameters& parameters) {
  return word_coding.of(parameters);
}

} // namespace datasets::real
