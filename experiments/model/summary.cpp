#include "experiments/model/summary.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/contract.hpp"
#include "core/metric/reliability.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/plan/plan.hpp"
#include "results/format/reliability_svg.hpp"
#include "results/record/number.hpp"

namespace experiments::own_data {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

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

std::string method_lines(const Setting& setting) {
  std::string text = fmt::format("method               {}\n", described(setting.method));
  if (!setting.classifier.id.empty())
    text += fmt::format("classifier           {}\n", described(setting.classifier));
  if (!setting.tuning.id.empty()) text += fmt::format("lambda chosen by     {}\n", described(setting.tuning));
  return text;
}

std::string sample_lines(const results::Model& model, const Setting& setting, const std::string& data) {
  const Eigen::Index n = model.training.y.size(), m = model.held_out.y.size();
  const auto positives = (model.training.y.array() > 0).count() + (model.held_out.y.array() > 0).count();
  return fmt::format("{}: {} rows, {} inputs; {} positive ({} = {}), {} negative ({})\n", data, n + m,
                     model.inputs.size(), positives, model.label, joined(model.positive), n + m - positives,
                     joined(model.negative)) +
         fmt::format("{} rows to learn from, {} held out (stratified, seed {})\n\n", n, m, setting.seed);
}

std::string fit_lines(const results::Model& model) {
  std::string text;
  if (!std::isnan(model.lambda))
    text += fmt::format("lambda               {}\n", core::shortest(model.lambda));
  if (!std::isnan(model.criterion))
    text += fmt::format("criterion there      {}\n", results::decimal(model.criterion, 4));
  if (model.fits == 0) return text + "fits                 none: nothing is optimised\n";
  return text + fmt::format("worst relative gap   {:.1e}{}\nfits                 {}\n",
                            model.worst_relative_gap, model.is_certified ? "" : "  NOT CONVERGED",
                            thousands(model.fits));
}

} // namespace

std::string score_lines(const std::map<std::string, double>& scores) {
  return fmt::format("log score (cre)      {}\nBrier score          {}\ntest error           {}\n",
                     results::decimal(scores.at("cre"), 4), results::decimal(scores.at("brier"), 4),
                     results::decimal(scores.at("test_error"), 4));
}

std::string summary(const results::Model& model, const std::string& data) {
  const Setting setting = parse_setting(model.setting);
  std::string text = sample_lines(model, setting, data) + method_lines(setting) + fit_lines(model);
  if (model.held_out.y.size() == 0) return text + "\nNothing is held out, so nothing is scored.\n";
  text += fmt::format("\nOn the {} held-out rows:\n", model.held_out.y.size());
  if ((model.held_out.y.array() == model.held_out.y(0)).all())
    text += "(all of one class: too few to judge probabilities by)\n";
  return text + score_lines(model.scores) + "\n" +
         results::reliability_text(core::reliability(model.held_out.probability, model.held_out.y));
}

std::string diagram(const results::Model& model) {
  core::require(model.held_out.y.size() > 0,
                "no reliability diagram (nothing is held out) leave --diagram out, or hold rows out");
  const Setting setting = parse_setting(model.setting);
  const std::string title = fmt::format("{} on {} held-out rows", setting.method.id, model.held_out.y.size());
  return results::reliability_svg(title, core::reliability(model.held_out.probability, model.held_out.y));
}

} // namespace experiments::own_data
