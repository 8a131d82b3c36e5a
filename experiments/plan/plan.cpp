#include "experiments/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

void check_metrics(const Study& study) {
  std::string problems;
  for (const std::string& id : study.metrics) {
    if (!core::metric(id).needs_truth) continue;
    for (const Option& data : study.data) {
      if (datasets::find(data.choice.id).knows_truth) continue;
      problems += (problems.empty() ? "" : "\n") + id + " of " + data.choice.name +
                  " (the data set does not know the true p) leave the metric out, or use cre";
    }
  }
  core::require(problems.empty(), problems);
}

/// A method may refuse a classifier: said here, each refusal once, before anything is computed.
void check_methods(const std::map<std::string, Setting>& settings) {
  std::set<std::string> refusals;
  for (const auto& [key, setting] : settings) {
    try {
      build_estimator(setting);
    } catch (const core::UserError& refusal) {
      refusals.insert(refusal.what());
    }
  }
  std::string problems;
  for (const std::string& refusal : refusals) problems += (problems.empty() ? "" : "\n") + refusal;
  core::require(problems.empty(), problems);
}

/// The choice with what its data set fills in by itself: the content of a file.
core::Choice completed(core::Choice data) {
  const datasets::CatalogRow& row = datasets::find(data.id);
  if (row.complete) row.complete(data.parameters);
  return data;
}

results::Coordinates coordinates(const Option& data, const Option& classifier, const MethodOption& method) {
  results::Coordinates at{
      {"data", data.choice.name}, {"classifier", classifier.choice.name}, {"method", method.method.name}};
  for (const auto* swept : {&data.swept, &classifier.swept, &method.swept})
    at.insert(swept->begin(), swept->end());
  return at;
}

/// What the data sets of a study call their observations.
std::map<std::string, std::vector<std::string>> observation_names(const Plan& plan) {
  std::map<std::string, std::vector<std::string>> out;
  for (const results::Point& point : plan.points) {
    const auto [place, is_new] = out.try_emplace(point.at.at("data"));
    if (is_new)
      place->second =
          build_source(plan.settings[static_cast<std::size_t>(point.setting)])->observation_names();
  }
  std::erase_if(out, [](const auto& named) { return named.second.empty(); });
  return out;
}

std::string counted(std::size_t n, std::string_view one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

// Seconds on one core of a server of 2024, measured on Table 1 of Wang, Shen & Liu (2008) at n = 100. A fit
// is quadratic in the training size; an estimate is what is made of the fits at one lambda.
constexpr double hinge_fit = 1.2e-10, psi_fit = 2e-9; // times n^2
constexpr double estimate_cost = 1.5e-7;              // times n

/// How many times the method is trained on a sample while lambda is chosen.
double trainings(const core::Parameters& tuning) {
  if (tuning.has("samples")) return std::pow(static_cast<double>(tuning.integer("samples")), 2) + 1;
  return tuning.has("folds") ? static_cast<double>(tuning.integer("folds")) : 1;
}

} // namespace

Plan expand(const Study& study) {
  check_metrics(study);
  Plan plan;
  plan.replications = study.replications;
  plan.metrics = study.metrics;
  std::map<std::string, Setting> by_key;
  std::vector<std::pair<results::Coordinates, std::string>> points;
  for (const Option& data : study.data) {
    const core::Choice choice = completed(data.choice);
    for (const Option& classifier : study.classifiers) {
      for (const MethodOption& method : study.methods) {
        const bool reads_it = find(methods(), method.method.id).entry.takes_classifier;
        const Setting setting{choice, reads_it ? classifier.choice : core::Choice{}, method.method,
                              method.tuning, study.seed};
        points.emplace_back(coordinates(data, classifier, method), key_of(setting));
        by_key.emplace(points.back().second, setting);
      }
    }
  }
  check_methods(by_key);
  std::map<std::string, std::int32_t> index;
  for (const auto& [key, setting] : by_key) {
    index[key] = static_cast<std::int32_t>(plan.keys.size());
    plan.keys.push_back(key);
    plan.texts.push_back(canonical(setting));
    plan.settings.push_back(setting);
  }
  for (const auto& [at, key] : points) plan.points.push_back({at, index.at(key)});
  return plan;
}

std::vector<Group> missing(const Plan& plan, const Finished& finished) {
  std::map<std::string, std::vector<std::int32_t>> by_data; // settings that meet on the same draws
  for (std::size_t s = 0; s < plan.settings.size(); ++s) {
    by_data[core::canonical(plan.settings[s].data)].push_back(static_cast<std::int32_t>(s));
  }
  std::vector<Group> groups;
  for (const auto& [data, settings] : by_data) {
    for (std::int32_t replicate = 0; replicate < plan.replications; ++replicate) {
      Group group;
      for (const std::int32_t s : settings) {
        const auto index = static_cast<std::size_t>(s);
        if (finished[index][static_cast<std::size_t>(replicate)]) continue;
        group.cells.push_back({s, replicate});
        group.expected += expected_cost(plan.settings[index]);
      }
      if (!group.cells.empty()) groups.push_back(std::move(group));
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.expected > b.expected; });
  return groups;
}

results::StudyCard card(const Study& study, const Plan& plan) {
  results::StudyCard out;
  out.paper = study.paper;
  out.study = study.name;
  out.title = study.title;
  out.seed = study.seed;
  out.replications = study.replications;
  out.axes = study.axes;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) out.settings.push_back({plan.keys[s], plan.texts[s]});
  out.points = plan.points;
  for (const std::string& id : study.metrics) {
    const core::MetricRow& row = core::metric(id);
    out.metrics.push_back({id, std::string(row.label), std::string(row.meaning), row.smaller_is_better});
  }
  out.layout = study.layout;
  out.published = study.published;
  out.published_replications = study.published_replications;
  out.published_comparable = study.published_comparable;
  out.published_tests = study.published_tests;
  out.published_tests_over = study.published_tests_over;
  out.conventions = study.conventions;
  out.deviations = study.deviations;
  return out;
}

void name_observations(results::StudyCard& card, const Plan& plan) {
  if (card.layout.panel("misclassified") != nullptr) card.observation_names = observation_names(plan);
}

Plan plan_of(const results::StudyCard& card) {
  Plan plan;
  for (const results::Setting& setting : card.settings) {
    plan.settings.push_back(parse_setting(setting.canonical));
    plan.keys.push_back(setting.key);
    plan.texts.push_back(setting.canonical);
  }
  plan.points = card.points;
  for (const results::Metric& metric : card.metrics) plan.metrics.push_back(metric.name);
  plan.replications = card.replications;
  return plan;
}

std::string thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string arithmetic(const Study& study, const Plan& plan) {
  std::string text =
      fmt::format("{} x {} x {} x {} = {} cells", counted(study.data.size(), "data set"),
                  counted(study.classifiers.size(), "classifier"), counted(study.methods.size(), "method"),
                  counted(static_cast<std::size_t>(plan.replications), "replication"),
                  thousands(static_cast<std::int64_t>(plan.cells())));
  const std::size_t merged = plan.points.size() - plan.settings.size();
  if (merged > 0) {
    text += fmt::format(" ({} of the {} points of the design resolve to a setting that another one has)",
                        merged, plan.points.size());
  }
  return text;
}

std::string arithmetic(const Plan& plan) {
  return fmt::format("{} x {} = {} cells", counted(plan.settings.size(), "setting"),
                     counted(static_cast<std::size_t>(plan.replications), "replication"),
                     thousands(static_cast<std::int64_t>(plan.cells())));
}

std::string listing(const Plan& plan) {
  std::string text;
  for (const results::Point& point : plan.points) {
    text += plan.keys[static_cast<std::size_t>(point.setting)];
    for (const auto& [axis, value] : point.at) text += fmt::format("  {}={}", axis, value);
    text += '\n';
  }
  return text;
}

double expected_cost(const Setting& setting) {
  const core::Parameters &data = setting.data.parameters, &tuning = setting.tuning.parameters;
  const double n = data.has("n_train") ? static_cast<double>(data.integer("n_train")) : 100;
  double weights = 1, estimates = trainings(tuning);
  if (setting.method.parameters.has("intervals"))
    weights = std::max(1.0, static_cast<double>(setting.method.parameters.integer("intervals")) - 1);
  if (tuning.has("lambda") && setting.tuning.id != "fixed")
    estimates *= static_cast<double>(tuning.reals("lambda").size());
  const double fit = setting.classifier.id == "weighted_psi" ? psi_fit : hinge_fit;
  return estimates * (weights * fit * n * n + estimate_cost * n);
}

void require_data(const Plan& plan, const std::vector<Group>& groups) {
  std::set<std::string> seen;
  std::string problems;
  for (const Group& group : groups) { // the cells of a group share their data set
    const Setting& setting = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    if (!datasets::find(setting.data.id).needs_files || !seen.insert(core::canonical(setting.data)).second)
      continue;
    try {
      build_source(setting);
    } catch (const core::UserError& error) {
      problems += (problems.empty() ? "" : "\n") + std::string(error.what());
    }
  }
  core::require(problems.empty(), problems);
}

} // namespace experiments
