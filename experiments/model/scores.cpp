#include "experiments/model/scores.hpp"

#include <algorithm>
#include <string_view>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/encoding/roles.hpp"
#include "experiments/yaml/diagnostics.hpp"

namespace experiments::own_data {
namespace {

constexpr const char* probability = "probability";

bool is_probability(double value) {
  return value >= 0 && value <= 1;
}

void require_numbers(const datasets::readers::RawTable& table, std::size_t input) {
  const auto& column = table.columns[input];
  const auto word = std::find_if(column.words.begin(), column.words.end(),
                                 [](const std::string& each) { return !each.empty(); });
  core::require(column.is_numeric() || word == column.words.end(), [&] {
    const auto row = static_cast<std::size_t>(word - column.words.begin());
    return table.place(row, input) + " is " + datasets::readers::shown(*word) +
           ", and a score is a number. Name another column with --scores, or correct the row.";
  });
}

void require_probabilities_in(const datasets::readers::RawTable& table, std::size_t column) {
  const auto& numbers = table.columns[column].numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    core::require(numbers[i] != numbers[i] || is_probability(numbers[i]), [&] {
      return table.place(i, column) + " is " + core::shortest(numbers[i]) +
             ", and a probability is from 0 to 1. Correct the row, or say --scores-are score.";
    });
}

/// Whether a column is named after a class: 'a', or 'score_a', 'p.a', 'p-a', 'p a' and 'p:a'.
bool is_named_after(const std::string& column, const std::string& name) {
  if (!column.ends_with(name)) return false;
  const std::size_t before = column.size() - name.size();
  return before == 0 || std::string_view("_.- :").find(column[before - 1]) != std::string_view::npos;
}

void require_own_name(const std::string& column, std::size_t k, const std::vector<std::string>& classes) {
  if (is_named_after(column, classes[k])) return;
  const auto other = std::find_if(classes.begin(), classes.end(),
                                  [&](const std::string& each) { return is_named_after(column, each); });
  core::require(other == classes.end(), [&] {
    return "Column " + datasets::readers::shown(column) + " stands where the score of class " +
           datasets::readers::shown(classes[k]) +
           " belongs. Name the columns in the order of the classes: " + listed(classes) + ".";
  });
}

} // namespace

bool reads_scores(const Setting& setting) {
  return setting.classifier.id == "given_scores";
}

void require_scores(const own_data::Words& words) {
  if (words.scores.empty()) {
    core::require(words.scores_are.empty(),
                  "--scores-are says what a column of scores has, and none is named. Name it with --scores.");
    core::require(words.classifier != "given_scores",
                  "given_scores reads a column of scores, and none is named. Name it with --scores COLUMN.");
    return;
  }
  core::require(words.classifier.empty() || words.classifier == "given_scores",
                "--scores takes the place of a classifier. Leave --classifier out.");
  core::require(words.ignore.empty(), "--scores names the only input. Leave --ignore out.");
  core::require(
      words.positive.empty() || !names_several(words.scores),
      "--scores names a column for each class, so none is the positive one. Leave --positive out, or "
      "name one column.");
  core::require(!words.method.empty(),
                "--scores needs a method that calibrates them. Write --method platt, isotonic, "
                "beta_calibration, venn_abers or another one of docs/own-data.md.");
}

InputCheck check_of_scores(const own_data::Words& words, std::vector<double>& places) {
  if (words.scores.empty()) return {};
  return [&places, words](const datasets::readers::RawTable& table, const std::vector<std::size_t>& inputs) {
    places.clear();
    for (const std::size_t column : datasets::encoding::columns_in_list(table, words.scores)) {
      require_numbers(table, column);
      if (words.scores_are == probability) require_probabilities_in(table, column);
      const auto at = std::find(inputs.begin(), inputs.end(), column);
      core::expect(at != inputs.end(), "a named column of scores is an input");
      places.push_back(static_cast<double>(at - inputs.begin() + 1));
    }
    core::require(places.size() == inputs.size(),
                  table.file + ": --scores names a column twice. Name each column once.");
  };
}

void pair_scores(own_data::Words& words, const std::vector<double>& places, CodedSample& sample) {
  if (places.size() < 2) return;
  const std::string begins = "--scores names " + std::to_string(places.size()) + " columns, and ";
  core::require(!sample.classes.empty(), [&] {
    return begins + "of two classes one is enough, that of " + listed(sample.positive) + ". Name one column.";
  });
  core::require(places.size() == sample.classes.size(), [&] {
    return begins + "column " + datasets::readers::shown(sample.label) + " has " +
           std::to_string(sample.classes.size()) +
           " classes. Name one column for each class, in this order: " + listed(sample.classes) + ".";
  });
  std::string note, order;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::string& column = sample.inputs.names[static_cast<std::size_t>(places[k]) - 1];
    require_own_name(column, k, sample.classes);
    note += (k == 0 ? "" : ", ") + datasets::readers::shown(column) + " of class " +
            datasets::readers::shown(sample.classes[k]);
    order += (k == 0 ? "" : ", ") + core::shortest(places[k]);
  }
  sample.notes.push_back("The columns of scores are " + note + ".");
  words.settings.push_back("classifier.columns=[" + order + "]");
}

std::string problem_of_score(const Setting& setting, double value) {
  if (!reads_scores(setting) || setting.classifier.parameters.text("scores_are") != probability ||
      is_probability(value))
    return "";
  return " is " + core::shortest(value) + ", and a probability is from 0 to 1";
}

} // namespace experiments::own_data
