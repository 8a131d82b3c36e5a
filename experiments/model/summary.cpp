#include "experiments/model/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/loss/truncated_logistic.hpp"
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

Eigen::Index rows_of_class(const results::Model& model, double label) {
  return (model.training.y.array() == label).count() + (model.held_out.y.array() == label).count();
}

/// "53 positive (y = 1), 47 negative (0)", or "3 classes of cultivar: 59 of 1, 71 of 2, 48 of 3".
std::string class_text(const results::Model& model) {
  if (model.classes.empty())
    return fmt::format("{} positive ({} = {}), {} negative ({})", rows_of_class(model, 1), model.label,
                       joined(model.positive), rows_of_class(model, -1), joined(model.negative));
  std::vector<std::string> counts;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    counts.push_back(
        fmt::format("{} of {}", rows_of_class(model, static_cast<double>(k + 1)), model.classes[k]));
  return fmt::format("{} classes of {}: {}", model.classes.size(), model.label, joined(counts));
}

std::string sample_lines(const results::Model& model, const Setting& setting, const std::string& data) {
  const Eigen::Index n = model.training.y.size(), m = model.held_out.y.size();
  return fmt::format("{}: {} rows, {} inputs; {}\n", data, n + m, model.inputs.size(), class_text(model)) +
         fmt::format("{} rows to learn from, {} held out (stratified, seed {})\n\n", n, m, setting.seed);
}

auto reliability_of(const results::Model& model) {
  return core::reliability(model.held_out.probability.positive(), model.held_out.y);
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

/// The intercept, then the inputs in their order; of very many the largest.
std::string weight_lines(const std::vector<double>& weights, const std::vector<std::string>& inputs) {
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool is_cut = order.size() > most_weights;
  if (is_cut) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(weights[a]) > std::abs(weights[b]);
    });
    order.resize(most_weights);
  }
  std::string text = fmt::format("\nweights of the log-odds, of inputs as they are learned from{}\n",
                                 is_cut ? fmt::format(", the largest {}", most_weights) : "");
  text += fmt::format("{:>11.4g}  intercept\n", weights.back());
  for (const std::size_t k : order) text += fmt::format("{:>11.4g}  {}\n", weights[k], inputs[k]);
  return text;
}

} // namespace

std::string fact_lines(const core::Estimate& estimate, const results::Model& model) {
  const auto& facts = estimate.facts;
  std::string text;
  if (facts.contains("p_min"))
    text += fmt::format("faithful             from {:.4g} to {:.4g}\n", facts.at("p_min"), facts.at("p_max"));
  if (facts.contains("support_vectors_percent"))
    text += fmt::format("support vectors      {:.1f} % of the training rows\n",
                        facts.at("support_vectors_percent"));
  if (facts.contains("decision_threshold_percent"))
    text += fmt::format("threshold            {:.4g}\n", facts.at("decision_threshold_percent") / 100);
  const auto found = estimate.series.find("coefficient.weight");
  if (found != estimate.series.end() && found->second.size() == model.inputs.size() + 1)
    text += weight_lines(found->second, model.inputs);
  return text;
}

std::string doubt_of_interval(const core::Estimate& estimate, const results::Model& model) {
  const auto& facts = estimate.facts;
  if (!facts.contains("p_min")) return {};
  const double share = static_cast<double>((model.training.y.array() > 0).count()) /
                       static_cast<double>(model.training.y.size());
  const core::FaithfulInterval interval{facts.at("p_min"), facts.at("p_max")};
  if (interval.holds(share)) return {};
  return fmt::format(
      "the interval from {:.4g} to {:.4g} does not hold {:.4g}, the share of positives, which is "
      "C-/(C+ + C-) where errors cost the share of the other class: the criterion is then not "
      "calibrated for deciding at it",
      interval.p_min, interval.p_max, share);
}

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
  text += score_lines(model.scores);
  if (!model.classes.empty()) return text;
  return text + "\n" + results::reliability_text(reliability_of(model));
}

std::string diagram(const results::Model& model) {
  core::require(model.held_out.y.size() > 0,
                "no reliability diagram (nothing is held out) leave --diagram out, or hold rows out");
  core::require(model.classes.empty(), "no reliability diagram of " + std::to_string(model.classes.size()) +
                                           " classes (it is drawn of P(Y = +1)) leave --diagram out");
  const Setting setting = parse_setting(model.setting);
  const std::string title = fmt::format("{} on {} held-out rows", setting.method.id, model.held_out.y.size());
  return results::reliability_svg(title, reliability_of(model));
}

} // namespace experiments::own_data
