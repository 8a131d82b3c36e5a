#include "experiments/model/predict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/filling.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/encoding/standardise.hpp"
#include "datasets/readers/text_file.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_table.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/row_weights.hpp"
#include "experiments/model/sample.hpp"
#include "experiments/model/scores.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/format/csv.hpp"
#include "results/record/text.hpp"

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

/// The columns that the model reads: a second code of a column is no column of its own.
std::vector<std::string> names_of(const results::Model& model) {
  std::vector<std::string> names;
  for (const results::ModelColumn& column : model.columns) {
    const bool is_mark = !column.is_number && column.words == std::vector<std::string>{""};
    if (!is_mark || names.empty() || names.back() != column.name) names.push_back(column.name);
  }
  return names;
}

bool are_places(const std::vector<std::string>& names) {
  for (std::size_t j = 0; j < names.size(); ++j)
    if (names[j] != std::to_string(j + 1)) return false;
  return true;
}

/// The columns that were left out where the model was fitted, by their names.
std::vector<std::string> ignored_by(const results::Model& model) {
  const core::Choice data = parse_setting(model.setting).data;
  std::vector<std::string> out;
  const std::string list = data.parameters.has("ignore") ? data.parameters.text("ignore") : "none";
  if (list != "auto" && list != "none") out = datasets::readers::names_in_list(list);
  if (!model.weights.empty()) out.push_back(model.weights);
  return out;
}

/// What a column of the file was that the model was fitted to.
enum class Was { input, label, ignored };

/// The columns of that file in their order. Ignored ones are known by their places where they had no names.
std::vector<Was> columns_then(const results::Model& model, std::size_t inputs) {
  std::vector<std::size_t> ignored;
  const std::vector<std::string> names = ignored_by(model);
  const std::size_t width = inputs + 1 + names.size();
  for (std::size_t j = 0; j < width; ++j)
    if (std::find(names.begin(), names.end(), std::to_string(j + 1)) != names.end()) ignored.push_back(j);
  std::vector<Was> out(inputs + 1 + ignored.size(), Was::input);
  for (const std::size_t j : ignored)
    if (j < out.size()) out[j] = Was::ignored;
  const auto label = static_cast<std::size_t>(model.label_place);
  core::require(
      label < out.size() && out[label] == Was::input,
      "The model has its label in column " + std::to_string(model.label_place + 1) +
          ", which its file did not have. So it is damaged, or another program made it. Fit it again.");
  out[label] = Was::label;
  return out;
}

/// Whether the first column numbers the rows.
bool numbers_its_rows(const RawTable& table) {
  const auto& numbers = table.columns.front().numbers;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] != numbers[i - 1] + 1) return false;
  return !numbers.empty();
}

/// The columns of the file of which a table without names has so many: all, all but the label, all but the
/// ignored ones, the inputs alone.
std::vector<Was> columns_now(const RawTable& table, const std::vector<Was>& then) {
  const auto without = [](std::vector<Was> all, Was what) {
    std::erase(all, what);
    return all;
  };
  const auto unlabelled = without(then, Was::label), unnumbered = without(then, Was::ignored);
  std::vector<std::vector<Was>> candidates{then, unlabelled, unnumbered, without(unlabelled, Was::ignored)};
  if (!numbers_its_rows(table)) std::swap(candidates[1], candidates[2]);
  for (const auto& candidate : candidates)
    if (candidate.size() == table.columns.size()) return candidate;
  return {};
}

Matched by_place(const RawTable& table, const results::Model& model) {
  const std::size_t p = names_of(model).size(), given = table.columns.size();
  const std::vector<Was> columns = columns_now(table, columns_then(model, p));
  core::require(!columns.empty(), table.file + ": there are " + std::to_string(given) +
                                      " columns, but the model has " + std::to_string(p) +
                                      " inputs, and its label in column " +
                                      std::to_string(model.label_place + 1) + ". Give " + std::to_string(p) +
                                      " columns, or " + std::to_string(p + 1) + " with the label.");
  Matched out;
  for (std::size_t j = 0; j < given; ++j) {
    if (columns[j] == Was::label) out.label = j;
    if (columns[j] == Was::input) out.inputs.push_back(j);
  }
  return out;
}

std::string quoted(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string all;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k)
    all += (k ? ", " : "") + datasets::readers::shown(names[k]);
  return all + (names.size() > most ? ", ... (" + std::to_string(names.size()) + " in all)" : "");
}

/// Cost: p log p.
Matched by_name(const RawTable& table, const results::Model& model, std::vector<std::string>& notes) {
  const std::vector<std::string> names = names_of(table), wanted = names_of(model),
                                 ignored = ignored_by(model);
  std::map<std::string, std::size_t> places;
  for (std::size_t j = 0; j < names.size(); ++j) places.emplace(names[j], j);
  std::set<std::string> known(wanted.begin(), wanted.end());
  known.insert(model.label);
  known.insert(ignored.begin(), ignored.end());
  std::vector<std::string> missing, unknown;
  for (const std::string& name : wanted)
    if (!places.contains(name)) missing.push_back(name);
  for (std::size_t j = 0; j < names.size(); ++j)
    if (!known.contains(names[j]) && table.columns[j].is_named) unknown.push_back(names[j]);
  core::require(missing.empty(), [&] {
    return table.file + ": there is no column " + quoted(missing) + ". The model's inputs are " +
           listed(wanted) + ". Add " + (missing.size() == 1 ? "it." : "them.") +
           (unknown.empty() ? ""
                            : "\n" + table.file + ": column " + quoted(unknown) +
                                  " is none of the model's inputs. Is it another name?");
  });
  if (!unknown.empty())
    notes.push_back(table.file + ": the model has no input " + quoted(unknown) + ", so " +
                    (unknown.size() == 1 ? "the column is ignored." : "these columns are ignored."));
  Matched out;
  for (const std::string& name : wanted) out.inputs.push_back(places.at(name));
  if (const auto label = places.find(model.label); label != places.end()) out.label = label->second;
  return out;
}

/// Columns are found by their names, in any order, the label's may be missing. A file without names (they are
/// 1, 2, ... then) is matched place by place, with the label's column or without it. Throws UserError naming
/// every column that is missing, or the numbers of columns there may be.
Matched match_columns(const RawTable& table, const results::Model& model, std::vector<std::string>& notes) {
  return are_places(names_of(table)) ? by_place(table, model) : by_name(table, model, notes);
}

/// Rows of LIBSVM with a value beyond the model's p inputs become uneven ones, and the columns of these
/// values go. Throws UserError where half of the rows are such.
void mark_beyond(RawTable& table, std::size_t p) {
  const std::size_t rows = table.rows();
  for (std::size_t i = 0; i < rows; ++i) {
    std::size_t j = p + 1;
    while (j < table.columns.size() && table.columns[j].numbers[i] == 0) ++j;
    if (j >= table.columns.size()) continue;
    table.uneven.push_back({i, "the row has the index " + table.columns[j].name + ", but the model has " +
                                   std::to_string(p) + " inputs"});
  }
  core::require(table.uneven.empty() || 2 * table.uneven.size() < rows, [&] {
    return table.file + ": a row has the index " + table.columns.back().name + ", but the model has " +
           std::to_string(p) + " inputs. Is this another data set?";
  });
  if (table.columns.size() > p + 1) table.columns.resize(p + 1);
}

/// The same for a file of LIBSVM, whose label is its first column: index j is the model's j-th column, and
/// one that no row mentions is added as zeros.
Matched match_sparse_columns(RawTable& table, const results::Model& model) {
  const std::size_t p = model.columns.size();
  mark_beyond(table, p);
  for (std::size_t j = table.columns.size(); j <= p; ++j)
    table.columns.push_back({.name = std::to_string(j), .numbers = std::vector<double>(table.rows(), 0.0)});
  Matched out{{}, 0};
  for (std::size_t j = 1; j <= p; ++j) out.inputs.push_back(j);
  return out;
}

/// A table and where the model's columns stand in it.
struct Read {
  RawTable table;
  Matched columns{};
  std::vector<std::string> notes{};
};

Read read_rows(const results::Model& model, const std::string& file, const ReadingOfRows& reading) {
  if (names_listed_data(file)) {
    Read read{datasets::real::read_asserted(*datasets::real::described(file)).table};
    read.columns = match_columns(read.table, model, read.notes);
    return read;
  }
  auto columns =
      datasets::real::user_columns(file == "-" ? datasets::readers::standard_input() : read_own_file(file),
                                   reading.said, reading.otherwise, datasets::readers::Uneven::kept);
  Read read{std::move(columns.table), {}, std::move(columns.notes)};
  read.columns = columns.form.format == datasets::readers::Format::libsvm
                     ? match_sparse_columns(read.table, model)
                     : match_columns(read.table, model, read.notes);
  return read;
}

std::vector<datasets::encoding::ColumnCode> codes_of(const results::Model& model) {
  std::vector<datasets::encoding::ColumnCode> codes;
  for (const results::ModelColumn& column : model.columns)
    codes.push_back({column.name, column.is_number, column.words});
  return codes;
}

/// What becomes of missing values: they are filled where the model has learned by what, unless a person says
/// otherwise.
datasets::encoding::MissingFields missing_fields(const results::Model& model, const core::Parameters& said) {
  using datasets::encoding::MissingFields;
  const std::string word = said.has("if_missing") ? said.text("if_missing") : "";
  const bool wants_filling = word == "median" || word == "indicator";
  core::require(!wants_filling || model.fill.size() > 0,
                "if_missing=" + word +
                    ": the model has learned no values to fill in. Fit it with if_missing=" + word +
                    ", or leave it out here.");
  if (model.fill.size() > 0 && (word.empty() || wants_filling)) return MissingFields::kept;
  return parse_setting(model.setting).data.id == "file" ? MissingFields::refused
                                                        : MissingFields::words_are_zero;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void refuse_unseen(const RawTable& table, const datasets::encoding::RowProblems& problems) {
  if (problems.unknown_words.empty()) return;
  const auto [row, column] = problems.unknown_words.front();
  const auto& field = table.columns[column];
  throw core::UserError(
      table.place(row, column) + " is " +
      datasets::readers::shown(field.is_numeric() ? core::shortest(field.numbers[row]) : field.words[row]) +
      ", a word that the model does not know. Correct it, or say --unseen skip or missing.");
}

/// The words that count as missing taken out of the table.
void take_out(RawTable& table, const datasets::encoding::RowProblems& problems) {
  for (const auto& [row, column] : problems.unknown_words) {
    auto& field = table.columns[column];
    if (field.is_numeric())
      field.numbers[row] = std::nan("");
    else
      field.words[row].clear();
  }
}

} // namespace

namespace {

/// The setting of a fit at the stored lambda.
Setting setting_at_lambda(const results::Model& model) {
  Setting setting = parse_setting(model.setting);
  if (!setting.tuning.id.empty()) {
    setting.tuning = {.id = "fixed", .name = "fixed", .label = {}, .parameters = {}};
    core::require(model.lambda > 0,
                  "The model has no lambda, and its method '" + setting.method.id +
                      "' needs one. So it is damaged, or another program made it. Fit it again.");
    setting.tuning.parameters.set("lambda", model.lambda);
  }
  if (setting.method.id == "venn_abers") setting.method.parameters.set("pairs", std::string("stored"));
  return setting;
}

} // namespace

Asked::Asked(const results::Model& model) : Asked(setting_at_lambda(model)) {}

Asked::Asked(const Setting& setting)
    : axes_(stream_axes(setting, 0)), method_(setting.method.id), estimator_(build_estimator(setting)) {}

core::Estimate Asked::at(const results::Model& model, const core::Matrix& x) const {
  const core::Matrix z = datasets::encoding::Standardisation{model.centre, model.scale}.applied_to(x);
  const int classes = model.classes.empty() ? 2 : static_cast<int>(model.classes.size());
  if (model.predictor) {
    auto predicted = estimator_->predicted(
        *model.predictor, {z, {model.training.y, core::unless_all_one(model.training.weights)}, classes});
    core::require(predicted.has_value(),
                  "The model's decision functions are not those of its method '" + method_ +
                      "'. So it is damaged, or another program made it. Fit it again.");
    return std::move(*predicted);
  }
  core::DrawCache cache({{model.x, model.training.y, {}, classes, model.training.weights},
                         {},
                         {z, core::Vector::Zero(z.rows()), {}, classes}},
                        axes_);
  return estimator_->estimate(cache);
}

core::Estimate estimated(const results::Model& model, const core::Matrix& x) {
  return Asked(model).at(model, x);
}

namespace {

/// Counts the rows that are far outside, in words; `row` are their numbers in the file. z [m x p] is
/// standardised as the model's rows are. Cost: rows x p, of both.
std::string far_outside(const results::Model& model, const core::Matrix& z,
                        const std::vector<std::int64_t>& row, const std::vector<std::string>& names) {
  const core::Vector &low = model.low, &high = model.high, width = high - low;
  std::int64_t far = 0;
  std::string first;
  for (Eigen::Index i = 0; i < z.rows(); ++i) {
    Eigen::Index j = 0;
    while (j < z.cols() && z(i, j) >= low(j) - width(j) && z(i, j) <= high(j) + width(j)) ++j;
    if (j == z.cols()) continue;
    if (++far > 1) continue;
    const auto in_units = [&](double value) {
      return core::shortest(std::stod(results::decimal(value * model.scale(j) + model.centre(j), 4)));
    };
    first = "row " + std::to_string(row[static_cast<std::size_t>(i)]) + ", where " +
            datasets::readers::shown(names[static_cast<std::size_t>(j)]) + " is " + in_units(z(i, j)) +
            " and training rows have " + in_units(low(j)) + " to " + in_units(high(j));
  }
  if (far == 0) return "";
  return std::to_string(far) + (far == 1 ? " row lies" : " rows lie") +
         " far outside the training rows; the first is " + first +
         ". Its probability is no more than a guess.";
}

/// Marks the rows whose score is not what the model's scores are.
void mark_scores(const results::Model& model, const Read& read, std::vector<std::string>& problems) {
  const Setting setting = parse_setting(model.setting);
  if (!reads_scores(setting)) return;
  for (const std::size_t input : read.columns.inputs) {
    const auto& column = read.table.columns[input];
    for (std::size_t i = 0; i < problems.size() && column.is_numeric(); ++i) {
      const std::string problem = problem_of_score(setting, column.numbers[i]);
      if (problems[i].empty() && !problem.empty())
        problems[i] = "column " + datasets::readers::shown(column.name) + problem;
    }
  }
}

/// The rows that can be predicted, 0-based; the others are omitted where an input is missing and a person
/// says so, or marked.
std::vector<std::size_t> sort_out(const Read& read, const std::vector<std::string>& problems, bool omits,
                                  Predictions& out) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto& label = read.columns.label;
    const std::string name =
        label ? datasets::encoding::class_of(read.table.columns[*label], i) : std::string();
    if (problems[i].empty()) {
      rows.push_back(i);
      out.row.push_back(static_cast<std::int64_t>(i) + 1);
      out.label.push_back(name);
    } else if (omits && problems[i].ends_with(" is missing")) {
      ++out.omitted;
    } else {
      out.marked.push_back({static_cast<std::int64_t>(i) + 1, name, problems[i]});
    }
    out.has_label = out.has_label || !name.empty();
  }
  return rows;
}

} // namespace

Predictions predict(const results::Model& model, const std::string& file,
                    const std::vector<std::string>& settings, Unseen unseen) {
  namespace encoding = datasets::encoding;
  const ReadingOfRows reading = reading_of_rows(parse_setting(model.setting).data, settings);
  Read read = read_rows(model, file, reading);
  require_printable_names(read.table, read.columns.label);
  const auto codes = codes_of(model);
  auto missing = missing_fields(model, reading.said);
  auto problems = encoding::row_problems(read.table, read.columns.inputs, codes, missing);
  if (unseen == Unseen::error) refuse_unseen(read.table, problems);
  if (unseen == Unseen::missing) {
    take_out(read.table, problems);
    for (const auto& [row, column] : problems.unknown_words) problems.of[row].clear();
    if (missing == encoding::MissingFields::refused) missing = encoding::MissingFields::words_are_zero;
  }
  for (const auto& [row, problem] : read.table.uneven) problems.of[row] = problem;
  mark_scores(model, read, problems.of);
  Predictions out;
  out.classes = model.classes;
  out.positive = model.positive;
  out.notes = read.notes;
  const auto rows = sort_out(read, problems.of, datasets::real::omits_missing(reading.said), out);
  if (rows.empty()) return out;
  const RawTable kept = datasets::real::rows_of({read.table}, rows).table;
  const encoding::Inputs inputs = encoding::encoded(kept, read.columns.inputs, codes, missing);
  core::Matrix x = inputs.x;
  if (model.fill.size() > 0) x = encoding::Filling{model.fill}.applied_to(std::move(x));
  const core::Matrix z = encoding::Standardisation{model.centre, model.scale}.applied_to(x);
  out.far_outside = far_outside(model, z, out.row, inputs.names);
  core::Estimate estimate = estimated(model, x);
  out.probability = std::move(estimate.probability);
  if (estimate.series.contains("venn_abers.p0")) {
    out.p0 = std::move(estimate.series.at("venn_abers.p0"));
    out.p1 = std::move(estimate.series.at("venn_abers.p1"));
  }
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

namespace {

std::string heading_of(const Predictions& predictions) {
  std::string out = "row";
  std::string sides;
  for (const std::string& name : predictions.positive) sides += (sides.empty() ? "_" : "+") + name;
  if (predictions.classes.empty()) out += "," + results::csv_field("probability" + sides);
  for (const std::string& name : predictions.classes) out += "," + results::csv_field("probability_" + name);
  if (!predictions.p0.empty()) out += ",p0,p1";
  return out + (predictions.has_label ? ",label" : "") + (predictions.marked.empty() ? "\n" : ",problem\n");
}

} // namespace

std::string csv_of(const Predictions& predictions) {
  const core::Matrix p = predictions.probability.matrix();
  const std::size_t columns = predictions.classes.empty() ? 1 : predictions.classes.size();
  std::string out = heading_of(predictions);
  auto marked = predictions.marked.begin();
  const auto end = [&](const std::string& label, const std::string& problem) {
    if (predictions.has_label) out += "," + results::csv_field(label);
    if (!predictions.marked.empty()) out += "," + results::csv_field(problem);
    out += '\n';
  };
  const auto mark_before = [&](std::int64_t row) {
    for (; marked != predictions.marked.end() && marked->row < row; ++marked) {
      out += std::to_string(marked->row) + std::string(columns + (predictions.p0.empty() ? 0 : 2), ',');
      end(marked->label, marked->problem);
    }
  };
  for (std::size_t i = 0; i < predictions.row.size(); ++i) {
    mark_before(predictions.row[i]);
    out += std::to_string(predictions.row[i]);
    for (std::size_t k = 0; k < columns; ++k)
      out += "," + core::shortest(p(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
    if (!predictions.p0.empty())
      out += "," + core::shortest(predictions.p0[i]) + "," + core::shortest(predictions.p1[i]);
    end(predictions.label[i], "");
  }
  mark_before(std::numeric_limits<std::int64_t>::max());
  return out;
}

} // namespace experiments::own_data
