#include "experiments/plan.hpp"

#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"
#include "experiments/expected_cost.hpp"
#include "experiments/methods.hpp"

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
  if (card.layout.misclassified) card.observation_names = observation_names(plan);
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

} // namespace experiments
