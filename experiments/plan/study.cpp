#include "experiments/plan/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/metrics/rename.hpp"
#include "experiments/plan/cost.hpp"
#include "results/record/card_json.hpp"
#include "results/record/soundness.hpp"
#include "results/record/text.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/reading_search.hpp"

namespace experiments {
namespace {

/// The choice with what its data set fills in by itself: the content of a file.
core::Choice completed(core::Choice data, Findings& findings) {
  const datasets::CatalogRow& row = find(data_sets(), data.id);
  try {
    if (row.notes)
      for (const core::Objection& note : row.notes(data.parameters))
        findings.warn(note, {{"data", data.name}});
    if (row.complete) row.complete(data.parameters);
  } catch (const core::UserError& refusal) {
    findings.refuse_data(refusal, data.name);
  }
  return data;
}

/// The methods with what is to be known of users' programs: their bytes and versions.
std::vector<MethodOption> completed(std::vector<MethodOption> options, Findings& findings) {
  for (MethodOption& option : options) {
    const auto complete = find(methods(), option.method.id).complete;
    try {
      if (complete != nullptr) complete(option.method.parameters);
    } catch (const core::UserError& refusal) {
      findings.refuse(refusal.objection(), {{"methods", option.method.name}});
    }
  }
  return options;
}

/// Starts the programs among the metrics. The study then calls their numbers as its cells do.
void complete_metrics(Study& study, Findings& findings) {
  for (ExternalMetric& metric : study.measured) {
    try {
      complete(metric);
    } catch (const core::UserError& refusal) {
      findings.refuse(refusal.objection(), {{"metrics", metric.numbers.front()}});
      continue;
    }
    for (std::size_t i = 0; i < metric.numbers.size(); ++i) {
      rename_metric(study, metric.numbers[i], metric.columns[i]);
      if (study.until && study.until->of == metric.numbers[i]) study.until->of = metric.columns[i];
      for (results::Metric& one : study.metrics)
        if (one.name == metric.columns[i]) one.program = text_of(metric);
    }
  }
}

results::Coordinates coordinates(const Option& data, const Option& classifier, const MethodOption& method) {
  results::Coordinates at{
      {"data", data.choice.name}, {"classifier", classifier.choice.name}, {"method", method.method.name}};
  for (const auto* swept : {&data.swept, &classifier.swept, &method.swept})
    at.insert(swept->begin(), swept->end());
  return at;
}

/// Throws Refused where something speaks against it.
void examine(const Study& study, const std::map<std::string, Setting>& by_key, Findings& findings) {
  std::vector<Setting> all;
  for (const auto& [key, setting] : by_key) all.push_back(setting);
  std::vector<std::string> own = results::names_of(study.metrics);
  for (const ExternalMetric& metric : study.measured)
    for (const auto* names : {&metric.numbers, &metric.columns})
      for (const std::string& name : *names) std::erase(own, name);
  examine_metrics(own, all, findings);
  examine_metrics(study.measured, all, findings);
  examine_settings(all, findings);
  findings.require_none();
}

Plan expand(const Study& study, Findings& findings) {
  Plan plan;
  plan.replications = study.replications;
  plan.metrics = results::names_of(study.metrics);
  plan.measured = study.measured;
  plan.asked = results::asked_facts(study);
  std::map<std::string, Setting> by_key;
  std::vector<std::pair<results::Coordinates, std::string>> points;
  const std::vector<MethodOption> options = completed(study.methods, findings);
  for (const Option& data : study.data) {
    const core::Choice choice = completed(data.choice, findings);
    for (const Option& classifier : study.classifiers) {
      for (const MethodOption& method : options) {
        const bool reads_it = find(methods(), method.method.id).entry.takes_classifier;
        const Setting setting{choice, reads_it ? classifier.choice : core::Choice{}, method.method,
                              method.tuning, study.seed};
        points.emplace_back(coordinates(data, classifier, method), key_of(setting));
        by_key.emplace(points.back().second, setting);
      }
    }
  }
  examine(study, by_key, findings);
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

/// "; 16 readings, which share settings: about 5.3 times the time of the study's own": nothing where it has
/// no others.
std::string arithmetic_of_readings(const Study& study) {
  const results::PanelRequest* search = study.layout.panel("reading_search");
  if (search == nullptr) return "";
  const results::Readings readings = results::readings_of(*search);
  const std::vector<std::string>& own_values = readings.values.front();
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
                     readings.ways.size(), study.plan.settings.size(), own.size(), all_cost / own_cost);
}

/// "2 data sets x 2 classifiers x 3 methods x 100 replications = 1,200 cells", with what merges said.
std::string arithmetic(const Study& study) {
  const Plan& plan = study.plan;
  std::string text =
      fmt::format("{} x {} x {} x {} = {} cells", results::counted(study.data.size(), "data set"),
                  results::counted(study.classifiers.size(), "classifier"),
                  results::counted(study.methods.size(), "method"),
                  results::counted(static_cast<std::size_t>(plan.replications), "replication"),
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
  return fmt::format("{} x {} = {} cells", results::counted(plan.settings.size(), "setting"),
                     results::counted(static_cast<std::size_t>(plan.replications), "replication"),
                     thousands(static_cast<std::int64_t>(plan.cells())));
}

/// Before anything is laid out for each cell.
void require_countable(const Study& study) {
  const std::size_t settings = study.plan.settings.size();
  const std::int64_t most = study.until ? study.until->most : study.replications;
  const std::int64_t cells = static_cast<std::int64_t>(settings) * most;
  core::require(cells <= results::most_cells,
                fmt::format("The study has {} and {}, which are {} cells. A study has at most {}. Ask for "
                            "fewer replications, or sweep fewer values.",
                            results::counted(settings, "setting"),
                            results::counted(static_cast<std::size_t>(most), "replication"), thousands(cells),
                            thousands(results::most_cells)));
  core::require(study.metrics.size() <= results::most_metrics,
                fmt::format("The study has {} metrics. A study has at most {}. Ask for fewer.",
                            study.metrics.size(), results::most_metrics));
}

} // namespace

Study Study::with(std::int32_t number) const {
  Study out = *this;
  out.replications = out.plan.replications = number;
  return out;
}

Study planned(Study study) {
  Findings findings;
  complete_metrics(study, findings);
  study.plan = expand(study, findings);
  require_countable(study);
  study.warnings = std::move(findings.warnings);
  const Plan& plan = study.plan;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) study.settings.push_back({plan.keys[s], plan.texts[s]});
  study.points = plan.points;
  study.paths = paths_of(plan);
  study.arithmetic = arithmetic(study);
  for (const std::string& sentence : sentences_of_workers(plan.settings))
    study.conventions.push_back(sentence);
  for (const ExternalMetric& metric : plan.measured)
    study.conventions.push_back(
        sentence_of_worker(metric.program, "measured on this machine", "measures it"));
  return study;
}

Study stored_study(const results::StoredStudy& stored) {
  results::require_keys(stored.card, stored.card.study);
  Study study;
  static_cast<results::StudyCard&>(study) = stored.card;
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
