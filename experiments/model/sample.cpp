#include "experiments/model/sample.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "core/sample/observation_weights.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/published.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_file.hpp"
#include "datasets/real/user_table.hpp"
#include "experiments/config/overrides.hpp"
#include "experiments/model/row_weights.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/text.hpp"

namespace experiments::own_data {
namespace {

/// The positive class that read_sample decides.
const std::string left_open = "auto";

std::vector<core::ParameterSpec> specs_of_reading() {
  static constexpr std::array<std::string_view, 7> keys{"format",  "header",  "delimiter", "decimal",
                                                        "indices", "missing", "if_missing"};
  auto specs = datasets::real::user_table_parameters();
  std::erase_if(specs, [](const core::ParameterSpec& spec) {
    return std::find(keys.begin(), keys.end(), spec.key) == keys.end();
  });
  return specs;
}

bool is_offered(const core::ParameterSpec& spec) {
  static constexpr std::array<std::string_view, 17> keys{
      "path",     "format",      "target",  "label",      "header",   "delimiter",
      "decimal",  "indices",     "missing", "if_missing", "encoding", "positive",
      "negative", "standardise", "classes", "ignore",     "inputs"};
  return std::find(keys.begin(), keys.end(), spec.key) != keys.end();
}

using datasets::encoding::Words;
using datasets::readers::RawTable;
using datasets::real::Reading;

/// What was read, and the number of each row in the file from 1.
struct Numbered {
  Reading reading;
  std::vector<std::int64_t> rows{};
  std::vector<std::string> notes{};
};

Numbered numbered(Reading reading) {
  Numbered out{std::move(reading)};
  for (std::size_t i = 0; i < out.reading.table.rows(); ++i)
    out.rows.push_back(static_cast<std::int64_t>(i) + 1);
  return out;
}

/// Whether the columns that are inputs are said one by one, as those of given scores are.
bool names_inputs(const core::Choice& data) {
  return data.parameters.has("inputs") && data.parameters.text("inputs") != "auto";
}

/// Says in the choice which column is the label where that is not the usual one.
Numbered read_file(core::Choice& data, const RawTable* rows, const std::string& weights) {
  using namespace datasets::real;
  UserTable table = rows != nullptr
                        ? table_of_rows(*rows, data.parameters)
                        : user_table(read_own_file(data.parameters.text("path")), data.parameters);
  if (!weights.empty() && !names_inputs(data)) leave_out_weights(table.reading, weights);
  WholeRows whole = whole_rows(table.reading, data.parameters);
  Numbered out{std::move(whole.reading), {}, table.notes};
  for (const std::size_t i : whole.rows) out.rows.push_back(static_cast<std::int64_t>(i) + 1);
  out.notes.insert(out.notes.end(), whole.notes.begin(), whole.notes.end());
  data.parameters = with_label_by_default(table, data.parameters);
  return out;
}

/// A listed data set, or a file; its weights are no input.
Numbered read_source(core::Choice& data, const RawTable* rows, const std::string& weights) {
  const datasets::real::Description* listed = datasets::real::described(data.id);
  if (listed == nullptr) return read_file(data, rows, weights);
  Numbered out = numbered(datasets::real::read_asserted(*listed));
  if (!weights.empty()) leave_out_weights(out.reading, weights);
  return out;
}

/// Leaves out the rows of weight 0. The weights of the others. A class of given scores may be lost, and then
/// is as if it were not in the file.
core::Vector take_weights(Numbered& read, const std::string& column, bool may_lose_a_class) {
  const core::Vector all = weights_in(read.reading, column);
  if (!may_lose_a_class) require_weight_of_every_class(read.reading, all);
  std::vector<std::size_t> kept;
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < read.rows.size(); ++i)
    if (all(static_cast<Eigen::Index>(i)) > 0) kept.push_back(i), rows.push_back(read.rows[i]);
  if (kept.size() == read.rows.size()) return all;
  read.notes.push_back(note_of_weightless(read.rows.size() - kept.size(), column));
  read.reading = datasets::real::rows_of(read.reading, kept);
  read.rows = std::move(rows);
  return core::weights_of(all, kept);
}

Words words_of(const core::Choice& data) {
  using namespace datasets::real;
  const Words words = data.id == "file" ? user_words(data.parameters) : published_words(data.parameters);
  core::require(
      words != Words::integer,
      "encoding=integer numbers the words of " + data.id +
          ". A new word in a file to predict would move every number. Choose declared or occurring.");
  return words;
}

/// "a, b, c, d, e and 45 more".
std::string first_five(const std::vector<std::string>& names) {
  if (names.size() <= 5) return listed(names);
  return listed({names.begin(), names.begin() + 5}) + " and " + std::to_string(names.size() - 5) + " more";
}

/// The first columns beside the label that have two values, as a person would name them. Cost: a pass.
std::vector<std::string> columns_of_two(const RawTable& table, std::size_t label) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < table.columns.size() && names.size() < most; ++j) {
    std::set<std::string> values;
    for (std::size_t i = 0; i < table.rows() && values.size() < 3; ++i)
      values.insert(datasets::encoding::class_of(table.columns[j], i));
    values.erase("");
    if (j != label && values.size() == 2) names.push_back(datasets::readers::shown(table.columns[j].name));
  }
  return names;
}

/// ", such as 'a', 'b'", or nothing.
std::string such_as_columns_of_two(const RawTable& table, std::size_t label) {
  const auto names = columns_of_two(table, label);
  return names.empty() ? "" : ", such as " + results::joined(names);
}

std::string positive_of(const std::vector<std::string>& classes, const RawTable& table, std::size_t label) {
  const std::vector<std::string> names = datasets::encoding::distinct(classes);
  const std::string begins = table.file + ": column '" + table.columns[label].name + "' has " +
                             std::to_string(names.size()) + (names.size() == 1 ? " class: " : " classes: ") +
                             first_five(names) + ".";
  core::require(names.size() != 1,
                begins + " A probability is learned from two. Name the column of the classes with --label" +
                    such_as_columns_of_two(table, label) + ".");
  if (names.size() > 2)
    throw SeveralClasses(begins +
                             " Only of two is it clear which is positive. Name the positive ones with "
                             "--positive, say classes=each with a method of more than two, or name another "
                             "column with --label" +
                             such_as_columns_of_two(table, label) + ".",
                         names.size());
  return names.back();
}

/// What stands in a model, on terminals and in reports.
void require_printable(const RawTable& table, const std::string& what, const std::string& name) {
  core::require(printable(name) == name,
                table.file + ": " + what + " " + datasets::readers::shown(name) +
                    " is not UTF-8, or has control characters. Rename it in the file.");
}

datasets::encoding::ClassCoding classes_of(const core::Choice& data,
                                           const datasets::real::Description* listed) {
  return listed != nullptr ? datasets::real::published_classes(*listed, data.parameters)
                           : datasets::real::user_classes(data.parameters);
}

/// None where each class is one.
std::vector<std::string> classes_with(double sign, const datasets::encoding::CodedRows& coded,
                                      const std::vector<std::string>& classes) {
  std::vector<std::string> names;
  if (!coded.names.empty()) return names;
  for (std::size_t k = 0; k < coded.rows.size(); ++k)
    if (coded.y(static_cast<Eigen::Index>(k)) == sign)
      names.push_back(classes[static_cast<std::size_t>(coded.rows[k])]);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Cuts it off at the front or at the end, with blanks there.
bool cut_off(std::string_view& word, std::string_view sign) {
  const bool at_front = word.starts_with(sign), at_end = !at_front && word.ends_with(sign);
  if (at_front) word.remove_prefix(sign.size());
  if (at_end) word.remove_suffix(sign.size());
  while (word.starts_with(' ')) word.remove_prefix(1);
  while (word.ends_with(' ')) word.remove_suffix(1);
  return at_front || at_end;
}

/// Digits, in groups of three but for the first and the last: 1.000,50 or 1,234.
bool has_groups_of_three(std::string_view word) {
  std::size_t groups = 0;
  for (; !word.empty(); ++groups) {
    const auto end = std::min(word.find_first_not_of("0123456789"), word.size());
    const bool is_inner = groups > 0 && end < word.size();
    const bool is_last_of_two = groups == 1 && end == word.size();
    if (end == 0 || (groups == 0 && end > 3) || ((is_inner || is_last_of_two) && end != 3)) return false;
    word.remove_prefix(end);
    if (!word.empty() && std::string_view(".,' ").find(word.front()) == std::string_view::npos) return false;
    if (word.size() == 1) return false;
    if (!word.empty()) word.remove_prefix(1);
  }
  return groups > 1;
}

/// 12%, $3 or 1.000,50: a number as people write it with a sign around it, or with its thousands divided.
bool is_adorned_number(std::string_view word) {
  bool has_sign = false;
  for (const char* sign : {"%", "$", "\u20ac", "\u00a3", "\u00a5"})
    has_sign = cut_off(word, sign) || has_sign;
  cut_off(word, "-");
  const bool has_digit = word.find_first_of("0123456789") != std::string_view::npos;
  return has_sign ? has_digit && word.find_first_not_of("0123456789.,' ") == std::string_view::npos
                  : has_groups_of_three(word);
}

} // namespace

ReadingOfRows reading_of_rows(const core::Choice& data, const std::vector<std::string>& settings) {
  const auto specs = specs_of_reading();
  ReadingOfRows out;
  std::vector<std::string> keys;
  for (const core::ParameterSpec& spec : specs) {
    keys.push_back(spec.key);
    const bool known = data.id == "file" && data.parameters.has(spec.key);
    out.otherwise.set(spec.key, known ? data.parameters.values().at(spec.key) : *spec.fallback);
  }
  out.said.set("missing", out.otherwise.text("missing"));
  out.said.set("ignore", std::string("none"));
  Problems problems;
  for (const std::string& text : settings) {
    const auto setting =
        parse_key_value(text, {SourceText::Origin::argument, "header or if_missing"}, problems);
    if (!setting) continue;
    const std::string& key = setting->path.front();
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const core::ParameterSpec& s) { return s.key == key; });
    if (spec == specs.end() || setting->path.size() > 1)
      problems.add(setting->place, "unknown key '" + key + "'" + accepted_and_closest(key, keys));
    else if (const auto value = read_value(setting->value, *spec, problems))
      out.said.set(key, *value);
  }
  problems.throw_if_any();
  return out;
}

bool names_listed_data(const std::string& word) {
  std::error_code ignored;
  return datasets::real::described(word) != nullptr && !std::filesystem::is_regular_file(word, ignored);
}

datasets::readers::TextFile read_own_file(const std::string& path) {
  try {
    return datasets::real::read_user_file(path);
  } catch (const core::UserError&) {
    std::vector<std::string> ids;
    for (const auto& description : datasets::real::descriptions()) ids.push_back(description.id);
    const auto meant = closest(path, ids);
    std::error_code ignored;
    if (!meant || std::filesystem::exists(path, ignored)) throw;
    throw core::UserError(path + ": there is no such file and no such data set. Did you mean '" + *meant +
                          "'?");
  }
}

core::Entry data_entry(const core::Entry& listed) {
  core::Entry entry = listed;
  std::erase_if(entry.parameters, [](const core::ParameterSpec& spec) { return !is_offered(spec); });
  for (core::ParameterSpec& spec : entry.parameters) {
    if (spec.key == "positive" && !spec.fallback) spec.fallback = left_open;
    if (spec.key != "standardise") continue;
    spec.words = {"train", "none"};
    if (spec.fallback == core::Value(std::string("all"))) spec.fallback = std::string("train");
  }
  return entry;
}

void require_printable_names(const RawTable& table, const std::optional<std::size_t>& label) {
  for (const auto& column : table.columns) require_printable(table, "column", column.name);
  if (!label) return;
  for (const std::string& word : table.columns[*label].words) require_printable(table, "class", word);
}

datasets::real::UserTable table_of_rows(const RawTable& rows, const core::Parameters& parameters) {
  return datasets::real::user_table(datasets::real::UserColumns{rows, {}}, parameters);
}

CodedSample read_sample(core::Choice& data, const RawTable* rows, const InputCheck& check,
                        const std::string& weights) {
  namespace encoding = datasets::encoding;
  const datasets::real::Description* listed = datasets::real::described(data.id);
  Numbered read = read_source(data, rows, weights);
  const core::Vector weight_of_row =
      weights.empty() ? core::Vector() : take_weights(read, weights, names_inputs(data));
  const RawTable& table = read.reading.table;
  require_printable_names(table, read.reading.label);
  if (check) check(table, read.reading.inputs);
  const auto classes = datasets::encoding::classes_of(table, read.reading.label);
  if (data.parameters.has("positive") && data.parameters.text("positive") == left_open)
    data.parameters.set("positive", positive_of(classes, table, read.reading.label));
  const auto coded = datasets::encoding::coded(classes, classes_of(data, listed), table.file);
  const auto missing = listed != nullptr ? encoding::MissingFields::words_are_zero
                                         : datasets::real::missing_fields(data.parameters);
  CodedSample out{
      .file = table.file,
      .codes = encoding::codes_of(table, read.reading.inputs, words_of(data), missing),
      .label = table.columns[read.reading.label].name,
      .label_place = static_cast<std::int64_t>(read.reading.label),
      .positive = classes_with(+1, coded, classes),
      .negative = classes_with(-1, coded, classes),
      .classes = coded.names,
      .inputs = {},
      .y = coded.y,
      .rows = {},
      .fills = missing == encoding::MissingFields::kept || missing == encoding::MissingFields::marked,
      .notes = read.notes,
      .columns_of_two =
          listed != nullptr ? std::vector<std::string>{} : columns_of_two(table, read.reading.label)};
  for (const auto& code : out.codes)
    for (const std::string& word : code.words) require_printable(table, "word", word);
  out.inputs = encoding::encoded(table, read.reading.inputs, out.codes, missing);
  core::require(out.inputs.x.cols() > 0,
                table.file + ": there is no input, as every column of words is empty. Add one.");
  out.inputs.x = core::Matrix(out.inputs.x(coded.rows, Eigen::all));
  for (const std::int64_t i : coded.rows) out.rows.push_back(read.rows[static_cast<std::size_t>(i)]);
  out.weights = core::weights_of(weight_of_row, coded.rows);
  return out;
}

void require_no_adorned_numbers(const CodedSample& sample) {
  for (const auto& code : sample.codes) {
    const bool are_numbers = !code.is_number && code.words.size() > 1 &&
                             std::all_of(code.words.begin(), code.words.end(), is_adorned_number);
    core::require(!are_numbers, [&] {
      return sample.file + ": column '" + code.name + "' has '" + code.words.front() +
             "', a number with other signs, and each would become a 0/1 input. Write digits and a decimal "
             "point alone. To have them as words, say encoding=occurring.";
    });
  }
}

} // namespace experiments::own_data
