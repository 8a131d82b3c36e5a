#include "experiments/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/sample/observation_weights.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/sample.hpp"
#include "experiments/model/summary.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/yaml/text.hpp"
#include "results/record/text.hpp"

namespace experiments::own_data {
namespace {

void require_open_methods(const FitRequest& request) {
  core::require(request.holdout > 0, "--compare with --holdout 0 has no rows to score on. Hold rows out.");
  core::require(leaves_method_open(request.words) && request.words.classifier.empty(),
                "--compare fits five methods of its own choice. Leave --method and --classifier out.");
  const bool is_listed = names_listed_data(request.words.data);
  const core::Choice data =
      read_choices({.data = request.words.data, .method = "penalised_logistic"}, catalogue()).data;
  const auto& entries = catalogue().data;
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const core::Entry& each) {
    return each.id == (is_listed ? data.id : "file");
  });
  for (const std::string& setting : request.words.settings) {
    std::string key = setting.substr(0, setting.find('='));
    if (key.starts_with("data.")) key = key.substr(5);
    const bool is_of_data = std::any_of(entry->parameters.begin(), entry->parameters.end(),
                                        [&](const core::ParameterSpec& spec) { return spec.key == key; });
    core::require(is_of_data, "--compare takes settings of the data, and '" + printable(key) +
                                  "' is none. Leave it out, or fit the method alone.");
  }
}

/// -log of the probability of each row's class [m].
core::Vector losses(const core::Matrix& probability, const core::Labels& y) {
  constexpr double smallest = 1e-15;
  core::Vector out(y.size());
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const Eigen::Index k = probability.cols() == 1 ? 0 : static_cast<Eigen::Index>(y(i)) - 1;
    const double p = probability.cols() == 1 && y(i) < 0 ? 1 - probability(i, 0) : probability(i, k);
    out(i) = -std::log(std::max(p, smallest));
  }
  return out;
}

core::Vector losses(const results::Model& model) {
  const core::Probabilities& q = model.held_out.probability;
  return losses(q.classes() == 2 ? core::Matrix(q.positive()) : q.matrix(), model.held_out.y);
}

/// The difference of mean losses and its standard error; a row counts as often as its weight says.
void set_beside(const core::Vector& taken, ComparedFit& fit) {
  const core::Vector difference = losses(fit.model) - taken;
  const core::Vector& weights = fit.model.held_out.weights;
  const double m = core::weight_of_all(weights, difference.size());
  fit.difference = core::weighted_mean(difference, weights);
  core::Vector square = (difference.array() - fit.difference).square();
  if (weights.size() > 0) square.array() *= weights.array();
  fit.error = m > 1 ? std::sqrt(square.sum() / (m * (m - 1))) : 0;
}

std::string line(const ComparedFit& fit) {
  const auto& scores = fit.model.scores;
  const std::string beside = fit.is_taken ? fmt::format("{:>10}  {:>6}", "", "")
                                          : fmt::format("{:>+10.4f}  {:>6.4f}", fit.difference, fit.error);
  return fmt::format("{} {:<46}  {:>9}  {}  {:>6}  {:>10}{}\n", fit.is_taken ? "*" : " ",
                     method_text(fit.model), results::decimal(scores.at("cre"), 4), beside,
                     results::decimal(scores.at("brier"), 4), results::decimal(scores.at("test_error"), 4),
                     fit.model.is_certified ? "" : "  NOT CONVERGED");
}

} // namespace

std::vector<ComparedFit> compare(const FitRequest& request) {
  require_open_methods(request);
  const Known all = known(request);
  std::vector<ComparedFit> out;
  std::size_t taken = 0;
  for (const Compared& each : compared(all.words, all.part)) {
    FitRequest one = request;
    one.words = each.words;
    one.notes = {};
    out.push_back({fit(one)});
    const double here = out.back().model.criterion, best = out[taken].model.criterion;
    if (each.is_usual && here < best && !core::level(here, best)) taken = out.size() - 1;
  }
  out[taken].is_taken = true;
  const core::Vector reference = losses(out[taken].model);
  for (ComparedFit& fit : out) set_beside(reference, fit);
  return out;
}

std::string comparison_text(const std::vector<ComparedFit>& fits, const std::string& data) {
  const results::Model& model = fits.front().model;
  std::string text =
      sample_text(model, data) + fmt::format("On the {} held-out rows:\n", model.held_out.y.size());
  text += fmt::format("  {:<46}  {:>9}  {:>10}  {:>6}  {:>6}  {:>10}\n", "method", "log score", "difference",
                      "s.e.", "Brier", "test error");
  for (const ComparedFit& fit : fits) text += line(fit);
  return text +
         fmt::format("  {:<46}  {:>9}\n", "the share of each class",
                     results::decimal(score_of_shares(model), 4)) +
         "\n* is what fit takes by cross-validation. A difference is of log scores, with its standard error "
         "over rows.\n";
}

} // namespace experiments::own_data
