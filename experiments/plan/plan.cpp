#include "experiments/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "datasets/catalog.hpp"
#include "datasets/real/data_folders.hpp"
#include "experiments/plan/cost.hpp"

namespace experiments {
namespace {

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

void name_observations(results::StudyCard& card, const Plan& plan) {
  if (card.layout.panel("misclassified") != nullptr) card.observation_names = observation_names(plan);
}

Setting setting_of(const results::StudyCard& card, std::size_t number) {
  Setting setting = parse_setting(card.settings[number].canonical);
  core::Parameters& data = setting.data.parameters;
  const auto path = data.has("content") ? card.paths.find(data.text("content")) : card.paths.end();
  if (path != card.paths.end()) data.set("path", path->second);
  return setting;
}

std::map<std::string, std::string> paths_of(const Plan& plan) {
  std::map<std::string, std::string> out;
  for (const Setting& setting : plan.settings) {
    const core::Parameters& data = setting.data.parameters;
    if (data.has("path")) out[data.text("content")] = data.text("path");
  }
  return out;
}

Plan plan_of(const results::StudyCard& card) {
  Plan plan;
  for (std::size_t s = 0; s < card.settings.size(); ++s) {
    const results::Setting& setting = card.settings[s];
    plan.settings.push_back(setting_of(card, s));
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

std::string listing(const Plan& plan) {
  std::string text;
  for (const results::Point& point : plan.points) {
    text += plan.keys[static_cast<std::size_t>(point.setting)];
    for (const auto& [axis, value] : point.at) text += fmt::format("  {}={}", axis, value);
    text += '\n';
  }
  return text;
}

std::vector<std::string> missing_data(const Plan& plan) {
  std::set<std::string> seen;
  std::vector<std::string> out;
  for (const Setting& setting : plan.settings) {
    const auto* const described = datasets::real::described(setting.data.id);
    if (described == nullptr || !seen.insert(setting.data.id).second || is_present(*described)) continue;
    out.push_back("the data set " + setting.data.id + " is not on this machine; " + how_to_get(*described));
  }
  return out;
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
