#include "experiments/plan/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/plan/cost.hpp"
#include "results/record/card_json.hpp"

namespace experiments {
namespace {

/// Sentences, each on a line of its own.
void add(std::string& problems, const std::string& sentence) {
  problems += (problems.empty() ? "" : "\n") + sentence;
}

void check_metrics(const Study& study) {
  std::string problems;
  for (const results::Metric& metric : study.metrics) {
    const core::MetricRow& row = core::metric(metric.name);
    for (const Option& data : study.data)
      if (row.needs_truth && !datasets::find(data.choice.id).knows_truth)
        add(problems, metric.name + " of " + data.choice.name +
                          " (the data set does not know the true p) leave the metric out, or use cre");
    for (const MethodOption& option : study.methods)
      if (row.needs_probabilities && find(methods(), option.method.id).entry.decides_only)
        add(problems, metric.name + " of " + option.method.name +
                          " (the method says which class, and no probability) leave the metric out, or use "
                          "test_error");
  }
  core::require(problems.empty(), problems);
}

/// "3 classes: 1, 2, 3", or "two classes".
std::string counted_classes(const std::vector<std::string>& names) {
  if (names.empty()) return "two classes";
  std::string text = std::to_string(names.size()) + " classes:";
  for (const std::string& name : names) text += (text.back() == ':' ? " " : ", ") + name;
  return text;
}

std::string made_for(const core::Entry& entry) {
  if (entry.most_classes == 2) return "it is made for two";
  return entry.most_classes == core::any_classes
             ? fmt::format("it is made for {} or more", entry.least_classes)
             : fmt::format("it is made for {} to {}", entry.least_classes, entry.most_classes);
}

/// What of a setting is made for another number of classes than its data set has, a sentence each.
std::set<std::string> class_problems(const Setting& setting) {
  std::set<std::string> problems;
  const auto names = datasets::find(setting.data.id).more_than_two(setting.data.parameters);
  const int classes = names.empty() ? 2 : static_cast<int>(names.size());
  const auto check = [&](const core::Entry& entry) {
    if (entry.least_classes <= classes && classes <= entry.most_classes) return;
    problems.insert(entry.id + " of " + setting.data.name + " (" + made_for(entry) +
                    ", and the data set has " + counted_classes(names) + ") " +
                    (names.empty() ? "choose data of more classes, or classes: each"
                                   : "choose another, or two classes with 'positive' and 'negative'"));
  };
  const MethodRow& method = find(methods(), setting.method.id);
  if (!setting.classifier.id.empty() && !method.classifier_of_two)
    check(find(classifiers(), setting.classifier.id).entry);
  check(method.entry);
  if (!setting.tuning.id.empty()) check(find(criteria(), setting.tuning.id).entry);
  return problems;
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
  for (const std::string& refusal : refusals) add(problems, refusal);
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

Plan expand(const Study& study) {
  Plan plan;
  plan.replications = study.replications;
  for (const results::Metric& metric : study.metrics) plan.metrics.push_back(metric.name);
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
  std::vector<Setting> all;
  for (const auto& [key, setting] : by_key) all.push_back(setting);
  require_classes(all);
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

std::string counted(std::size_t n, std::string_view one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

/// "; 16 readings, which share settings: about 5.3 times the time of the study's own": nothing where it has
/// no others.
std::string arithmetic_of_readings(const Study& study) {
  const results::PanelRequest* search = study.layout.panel("reading_search");
  if (search == nullptr) return "";
  std::size_t readings = 0;
  while (search->has("reading " + std::to_string(readings + 1))) ++readings;
  const std::vector<std::string>& own_values = search->list("values 1");
  std::set<std::int32_t> own;
  for (const results::Point& point : study.plan.points)
    if (std::ranges::all_of(point.at, [&](const auto& place) {
          const bool block = place.first == "data" || place.first == "classifier" || place.first == "method";
          return !block || std::ranges::count(own_values, place.first + "=" + place.second) > 0;
        }))
      own.insert(point.setting);
  double all_cost = 0, own_cost = 0;
  for (std::size_t s = 0; s < study.plan.settings.size(); ++s) {
    const double cost = expected_cost(study.plan.settings[s]);
    all_cost += cost;
    if (own.contains(static_cast<std::int32_t>(s))) own_cost += cost;
  }
  return fmt::format("; {} readings in {} settings, {} of them the study's own: about {:.1f} times its time",
                     readings, study.plan.settings.size(), own.size(), all_cost / own_cost);
}

/// "2 data sets x 2 classifiers x 3 methods x 100 replications = 1,200 cells", with what merges said.
std::string arithmetic(const Study& study) {
  const Plan& plan = study.plan;
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
  return text + arithmetic_of_readings(study);
}

/// "12 settings x 100 replications = 1,200 cells": of a stored study, whose config is not asked.
std::string arithmetic_of_settings(const Plan& plan) {
  return fmt::format("{} x {} = {} cells", counted(plan.settings.size(), "setting"),
                     counted(static_cast<std::size_t>(plan.replications), "replication"),
                     thousands(static_cast<std::int64_t>(plan.cells())));
}

} // namespace

void require_classes(const std::vector<Setting>& settings) {
  std::set<std::string> problems;
  for (const Setting& setting : settings) problems.merge(class_problems(setting));
  std::string all;
  for (const std::string& problem : problems) add(all, problem);
  core::require(problems.empty(), all);
}

Study Study::with(std::int32_t number) const {
  Study out = *this;
  out.replications = out.plan.replications = number;
  return out;
}

Study planned(Study study) {
  check_metrics(study);
  study.plan = expand(study);
  const Plan& plan = study.plan;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) study.settings.push_back({plan.keys[s], plan.texts[s]});
  study.points = plan.points;
  study.paths = paths_of(plan);
  study.arithmetic = arithmetic(study);
  return study;
}

Study stored_study(const results::StoredStudy& stored) {
  results::require_keys(stored.card, stored.card.study);
  Study study{stored.card};
  study.config_yaml = stored.config_yaml;
  study.resolved_json = stored.resolved_json;
  study.plan = plan_of(study);
  study.arithmetic = arithmetic_of_settings(study.plan);
  return study;
}

Study stored_study(const results::Results& stored) {
  const auto fact = [&stored](const char* name) {
    const auto found = stored.provenance.find(name);
    return found == stored.provenance.end() ? std::string() : found->second;
  };
  return stored_study(results::StoredStudy{stored.card, fact("config_yaml"), fact("resolved_json")});
}

void require_divisible(const Study& study) {
  core::require(
      !study.until,
      "a study with 'until' cannot be divided into shards (when it has enough replications is known "
      "only once all shards are done) give it a fixed number: replications=500 until=none");
}

} // namespace experiments
