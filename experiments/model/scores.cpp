#include "experiments/model/scores.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/parameters.hpp"

namespace experiments::own_data {
namespace {

constexpr const char* probability = "probability";

bool is_probability(double value) {
  return value >= 0 && value <= 1;
}

void require_one_column(const datasets::readers::RawTable& table, const std::vector<std::size_t>& inputs) {
  core::require(inputs.size() == 1, table.file + ": --scores names " + std::to_string(inputs.size()) +
                                        " columns, and scores of two classes are one. Name one column.");
  const auto& column = table.columns[inputs.front()];
  const auto word = std::find_if(column.words.begin(), column.words.end(),
                                 [](const std::string& each) { return !each.empty(); });
  core::require(column.is_numeric() || word == column.words.end(), [&] {
    const auto row = static_cast<std::size_t>(word - column.words.begin());
    return table.place(row, inputs.front()) + " is " + datasets::readers::shown(*word) +
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
  core::require(!words.method.empty(),
                "--scores needs a method that calibrates them. Write --method platt, isotonic, "
                "beta_calibration, venn_abers or another one of docs/own-data.md.");
}

InputCheck check_of_scores(const own_data::Words& words) {
  if (words.scores.empty()) return {};
  const bool are_probabilities = words.scores_are == probability;
  return
      [are_probabilities](const datasets::readers::RawTable& table, const std::vector<std::size_t>& inputs) {
        require_one_column(table, inputs);
        if (are_probabilities) require_probabilities_in(table, inputs.front());
      };
}

std::string problem_of_score(const Setting& setting, double value) {
  if (!reads_scores(setting) || setting.classifier.parameters.text("scores_are") != probability ||
      is_probability(value))
    return "";
  return " is " + core::shortest(value) + ", and a probability is from 0 to 1";
}

} // namespace experiments::own_data
