#include "experiments/model/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "core/metric/corp.hpp"
#include "core/metric/reliability.hpp"
#include "core/random/stream.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/scores.hpp"
#include "experiments/plan/plan.hpp"
#include "results/format/csv.hpp"
#include "results/format/reliability_svg.hpp"
#include "results/record/text.hpp"

namespace experiments::own_data {
namespace {

std::string value_text(const core::Value& value) {
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  if (numbers != nullptr && numbers->size() > 3)
    return fmt::format("{} values from {} to {}", numbers->size(), core::shortest(numbers->front()),
                       core::shortest(numbers->back()));
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : core::canonical(value);
}

/// bracket (intervals 20)
std::string described(const core::Choice& choice) {
  std::string parameters;
  for (const auto& [key, value] : choice.parameters.values())
    parameters += (parameters.empty() ? "" : ", ") + key + " " + value_text(value);
  return choice.id + (parameters.empty() ? "" : " (" + parameters + ")");
}

std::string method_lines(Setting setting) {
  if (reads_scores(setting)) { // no machine gives the decision values
    core::Parameters kept;
    for (const auto& [key, value] : setting.method.parameters.values())
      if (!key.starts_with("decision_")) kept.set(key, value);
    setting.method.parameters = kept;
  }
  std::string text = fmt::format("method               {}\n", described(setting.method));
  if (!setting.classifier.id.empty())
    text += fmt::format("classifier           {}\n", described(setting.classifier));
  if (!setting.tuning.id.empty()) text += fmt::format("lambda chosen by     {}\n", described(setting.tuning));
  return text;
}

std::string choice_lines(const std::vector<std::string>& chosen_among) {
  std::string text;
  for (const std::string& each : chosen_among)
    text += fmt::format("{:<20} {}\n", text.empty() ? "least criterion of" : "", each);
  return text;
}

Eigen::Index rows_of_class(const results::Model& model, double label) {
  return (model.training.y.array() == label).count() + (model.held_out.y.array() == label).count();
}

/// "53 positive (y = 1), 47 negative (0)", or "3 classes of cultivar: 59 of 1, 71 of 2, 48 of 3".
std::string class_text(const results::Model& model) {
  if (model.classes.empty())
    return fmt::format("{} positive ({} = {}), {} negative ({})", rows_of_class(model, 1), model.label,
                       results::joined(model.positive), rows_of_class(model, -1),
                       results::joined(model.negative));
  std::vector<std::string> counts;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    counts.push_back(
        fmt::format("{} of {}", rows_of_class(model, static_cast<double>(k + 1)), model.classes[k]));
  return fmt::format("{} classes of {}: {}", model.classes.size(), model.label, results::joined(counts));
}

auto reliability_of(const results::Model& model) {
  return core::reliability(model.held_out.probability.positive(), {model.held_out.y, model.held_out.weights});
}

/// Its bands are drawn by the seed of the fit.
std::vector<core::CorpPoint> corp_of(const results::Model& model) {
  const core::StreamAxes axes{.seed = parse_setting(model.setting).seed, .data = "held-out rows"};
  return core::corp_curve(model.held_out.probability.positive(), {model.held_out.y, model.held_out.weights},
                          axes.stream("consistency bands"), core::corp_resamples(model.held_out.y.size()));
}

std::string corp_line(const results::Model& model) {
  return fmt::format("Isotonic regression of the rows leaves its 90 % consistency band for {} % of them.\n",
                     results::decimal(100 * core::share_outside(corp_of(model)), 1));
}

std::string fit_lines(const results::Model& model) {
  std::string text;
  if (!std::isnan(model.lambda))
    text += fmt::format("lambda               {}\n", core::shortest(model.lambda));
  if (!std::isnan(model.criterion))
    text += fmt::format("criterion there      {}\n", results::decimal(model.criterion, 4));
  if (model.fits == 0 && reads_scores(parse_setting(model.setting)))
    return text + "fits                 of the method alone: the scores are given\n";
  if (model.fits == 0) return text + "fits                 none: nothing is optimised\n";
  return text + fmt::format("worst relative gap   {:.1e}{}\nfits                 {}\n",
                            model.worst_relative_gap, model.is_certified ? "" : "  NOT CONVERGED",
                            thousands(model.fits));
}

constexpr std::size_t most_shown = 20;

/// The selected terms by the size of their coefficients, the largest first.
std::vector<Eigen::Index> selected(const core::FittedModel& fitted) {
  std::vector<Eigen::Index> terms;
  for (Eigen::Index j = 0; j < fitted.coefficients.size(); ++j)
    if (fitted.coefficients(j) != 0) terms.push_back(j);
  std::stable_sort(terms.begin(), terms.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(fitted.coefficients(a)) > std::abs(fitted.coefficients(b));
  });
  return terms;
}

bool is_of_inputs(const core::FittedModel& fitted) {
  return fitted.terms == core::FittedModel::Terms::inputs;
}

/// The name of an input, or the number in the file of a training row.
std::string term_name(const results::Model& model, Eigen::Index term) {
  const auto at = static_cast<std::size_t>(term);
  return is_of_inputs(*model.fitted) ? model.inputs[at] : std::to_string(model.training.row[at]);
}

/// How many of how many, and what they are.
std::string selection_line(const results::Model& model, std::size_t count) {
  const core::FittedModel& fitted = *model.fitted;
  const bool standardised = (model.scale.array() != 1).any();
  const std::string what =
      is_of_inputs(fitted)
          ? std::string("inputs") + (standardised ? ", standardised by the training rows" : "")
          : "training rows, by their numbers in the file";
  return fmt::format("selected             {} of {} {}\n", thousands(static_cast<std::int64_t>(count)),
                     thousands(fitted.coefficients.size()), what);
}

/// What the method says of the model it fitted; nothing where it says none.
std::string fitted_lines(const results::Model& model) {
  if (!model.fitted) return "";
  const core::FittedModel& fitted = *model.fitted;
  const auto terms = selected(fitted);
  std::string text = fmt::format("objective            {:.6g}, relative gap {:.1e}\n", fitted.objective,
                                 fitted.relative_gap);
  for (const auto& [name, value] : fitted.facts) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    text += fmt::format("{:<20} {:.6g}\n", words, value);
  }
  text +=
      fmt::format("intercept            {:.6g}\n", fitted.intercept) + selection_line(model, terms.size());
  std::size_t width = 5;
  const std::size_t shown = std::min(terms.size(), most_shown);
  for (std::size_t k = 0; k < shown; ++k) width = std::max(width, term_name(model, terms[k]).size());
  if (shown > 0)
    text += fmt::format("\n{:<{}}  coefficient\n", is_of_inputs(fitted) ? "input" : "row", width);
  for (std::size_t k = 0; k < shown; ++k)
    text +=
        fmt::format("{:<{}}  {:>11.5g}\n", term_name(model, terms[k]), width, fitted.coefficients(terms[k]));
  if (terms.size() > shown)
    text += fmt::format("and {} smaller ones, which the model has and --coefficients FILE writes.\n",
                        thousands(static_cast<std::int64_t>(terms.size() - shown)));
  return text;
}

} // namespace

std::string coefficients_csv(const results::Model& model) {
  core::require(model.fitted.has_value(),
                "The method has no model of coefficients for --coefficients. Leave it out, or take "
                "c_learning, elastic_net_logistic or sparse_logistic.");
  std::string text = "term,coefficient\nintercept," + core::shortest(model.fitted->intercept) + "\n";
  for (Eigen::Index j = 0; j < model.fitted->coefficients.size(); ++j)
    if (model.fitted->coefficients(j) != 0)
      text += results::csv_field(term_name(model, j)) + "," + core::shortest(model.fitted->coefficients(j)) +
              "\n";
  return text;
}

std::string score_lines(const std::map<std::string, double>& scores) {
  struct Line {
    const char *id, *name, *right;
  };
  static constexpr std::array<Line, 13> lines{{{"cre", "log score (cre)", ""},
                                               {"brier", "Brier score", ""},
                                               {"test_error", "test error", ""},
                                               {"auc", "AUC", ""},
                                               {"ece_equal_mass", "calibration error", ""},
                                               {"squared_ece_debiased", "  squared, debiased", "0"},
                                               {"miscalibration", "miscalibration", ""},
                                               {"discrimination", "discrimination", ""},
                                               {"calibration_slope", "calibration slope", "1"},
                                               {"calibration_intercept", "  and intercept", "0"},
                                               {"calibration_in_the_large", "  in the large", "0"},
                                               {"spiegelhalter_z", "Spiegelhalter's z", "-2 to 2"},
                                               {"spiegelhalter_p", "  and its p", ""}}};
  std::string text;
  for (const Line& line : lines)
    if (const auto score = scores.find(line.id); score != scores.end())
      text += fmt::format("{:<20} {}{}\n", line.name, results::decimal(score->second, 4),
                          *line.right == 0 ? "" : fmt::format("   right is {}", line.right));
  return text;
}

double score_of_shares(const results::Model& model) {
  const results::ModelRows &train = model.training, &held_out = model.held_out;
  std::map<double, double> rows;
  for (Eigen::Index i = 0; i < train.y.size(); ++i) rows[train.y(i)] += core::weight_at(train.weights, i);
  const double n = core::weight_of_all(train.weights, train.y.size());
  double sum = 0;
  for (Eigen::Index i = 0; i < held_out.y.size(); ++i)
    sum -= core::weight_at(held_out.weights, i) * std::log(rows[held_out.y(i)] / n);
  return sum / core::weight_of_all(held_out.weights, held_out.y.size());
}

std::string score_warning(const results::Model& model) {
  if (model.held_out.y.size() == 0) return "";
  const double ours = model.scores.at("cre"), shares = score_of_shares(model);
  if (!(ours > shares) || core::level(ours, shares)) return "";
  return fmt::format(
      "The log score of the held-out rows is {}, and the share of each class alone scores {}. The inputs may "
      "not tell the classes apart, or the method fits its rows too well. Try others with --compare.",
      results::decimal(ours, 4), results::decimal(shares, 4));
}

std::string method_text(const results::Model& model) {
  const Setting setting = parse_setting(model.setting);
  std::string text = setting.method.id;
  for (const core::Choice* choice : {&setting.classifier, &setting.method})
    if (choice->parameters.has("kernel")) text += ", kernel " + choice->parameters.text("kernel");
  return text;
}

std::string tried_text(const results::Model& model) {
  return method_text(model) + fmt::format(": {}", results::decimal(model.criterion, 4));
}

std::string sample_text(const results::Model& model, const std::string& data) {
  const Eigen::Index n = model.training.y.size(), m = model.held_out.y.size();
  return fmt::format("{}: {} rows, {} inputs; {}\n", data, n + m, model.inputs.size(), class_text(model)) +
         fmt::format("{} rows to learn from, {} held out (stratified, seed {}){}\n\n", n, m,
                     parse_setting(model.setting).seed,
                     model.weights.empty() ? "" : "; each counts as column " + model.weights + " says");
}

std::string summary(const results::Model& model, const std::string& data,
                    const std::vector<std::string>& chosen_among) {
  const Setting setting = parse_setting(model.setting);
  std::string text = sample_text(model, data) + method_lines(setting) + choice_lines(chosen_among) +
                     fit_lines(model) + fitted_lines(model);
  if (model.held_out.y.size() == 0) return text + "\nNothing is held out, so nothing is scored.\n";
  text += fmt::format("\nOn the {} held-out rows:\n", model.held_out.y.size());
  if ((model.held_out.y.array() == model.held_out.y(0)).all())
    text += "(all of one class: too few to judge probabilities by)\n";
  text += score_lines(model.scores);
  if (!model.classes.empty()) return text;
  return text + "\n" + results::reliability_text(reliability_of(model)) + corp_line(model);
}

std::string diagram(const results::Model& model) {
  core::require(
      model.held_out.y.size() > 0,
      "Nothing is held out, so there is no reliability diagram. Leave --diagram out, or hold rows out.");
  core::require(model.classes.empty(),
                "There are " + std::to_string(model.classes.size()) +
                    " classes, and a reliability diagram is drawn of two. Leave --diagram out.");
  const Setting setting = parse_setting(model.setting);
  const std::string title = fmt::format("{} on {} held-out rows", setting.method.id, model.held_out.y.size());
  return results::reliability_svg(title, reliability_of(model), corp_of(model));
}

} // namespace experiments::own_data
