#include "experiments/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"
#include "datasets/real/data_folders.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/plan/cost.hpp"
#include "results/report/panels/compose.hpp"

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
  std::vector<double> costs;
  for (std::size_t s = 0; s < plan.settings.size(); ++s) {
    by_data[core::canonical(plan.settings[s].data)].push_back(static_cast<std::int32_t>(s));
    costs.push_back(expected_cost(plan.settings[s]));
  }
  std::vector<Group> groups;
  for (const auto& [data, settings] : by_data) {
    for (std::int32_t replicate = 0; replicate < plan.replications; ++replicate) {
      Group group;
      for (const std::int32_t s : settings) {
        const auto index = static_cast<std::size_t>(s);
        if (finished[index][static_cast<std::size_t>(replicate)]) continue;
        group.cells.push_back({s, replicate});
        group.expected += costs[index];
      }
      if (!group.cells.empty()) groups.push_back(std::move(group));
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.expected > b.expected; });
  return groups;
}

void name_observations(results::StudyCard& card, const Plan& plan) {
  if (std::ranges::any_of(results::panels(), [&](const results::PanelEntry& entry) {
        return entry.names_observations && card.layout.panel(entry.name) != nullptr;
      }))
    card.observation_names = observation_names(plan);
}

namespace {

/// What a path is kept under: one table may lie in files of two formats.
std::string file_name(const core::Parameters& data) {
  return data.text("content") + (data.has("format") ? " " + data.text("format") : "");
}

/// Gives a choice that names something by its content the path where that lay.
void find_path(core::Parameters& parameters, const std::map<std::string, std::string>& paths) {
  if (!parameters.has("content")) return;
  auto path = paths.find(file_name(parameters));
  if (path == paths.end()) path = paths.find(parameters.text("content"));
  if (path != paths.end()) parameters.set("path", path->second);
}

} // namespace

Setting setting_of(const results::StudyCard& card, std::size_t number) {
  Setting setting = parse_setting(card.settings[number].canonical);
  find_path(setting.data.parameters, card.paths);
  find_path(setting.method.parameters, card.paths);
  find_worker(setting.data, card.paths);
  find_worker(setting.method, card.paths);
  return setting;
}

std::map<std::string, std::string> paths_of(const Plan& plan) {
  std::map<std::string, std::string> out;
  for (const Setting& setting : plan.settings) {
    for (const core::Parameters* parameters : {&setting.data.parameters, &setting.method.parameters})
      if (parameters->has("path")) out[file_name(*parameters)] = parameters->text("path");
    for (const core::Choice* choice : {&setting.data, &setting.method})
      if (const auto place = place_of_worker(*choice)) out.insert(*place);
  }
  for (const ExternalMetric& metric : plan.measured)
    if (const auto place = place_of_worker(metric.program)) out.insert(*place);
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
  plan.metrics = results::names_of(card.metrics);
  plan.measured = stored_metrics(card);
  plan.asked = results::asked_facts(card);
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
    if (!find(data_sets(), setting.data.id).needs_files || !seen.insert(core::canonical(setting.data)).second)
      continue;
    try {
      build_source(setting);
    } catch (const core::UserError& error) {
      problems += (problems.empty() ? "" : "\n") + std::string(error.what());
    }
  }
  core::require(problems.empty(), problems);
}

namespace {

int from_environment(const char* name, std::optional<int> fallback) {
  const char* const text = std::getenv(name);
  const auto number = text == nullptr ? fallback : core::parsed<int>(text);
  core::require(number.has_value(),
                std::string("--shard slurm: ") + name +
                    " is no number (this is no task of a Slurm array) use --shard i/n, or "
                    "submit with sbatch --array");
  return *number;
}

Shard of_array_task() {
  const int id = from_environment("SLURM_ARRAY_TASK_ID", {}),
            first = from_environment("SLURM_ARRAY_TASK_MIN", {}),
            count = from_environment("SLURM_ARRAY_TASK_COUNT", {}),
            step = from_environment("SLURM_ARRAY_TASK_STEP", 1);
  core::require(step > 0 && (id - first) % step == 0 && id >= first && (id - first) / step < count,
                "--shard slurm: task " + std::to_string(id) + " is none of " + std::to_string(count) +
                    " that begin at " + std::to_string(first) +
                    " (the array has holes) use --shard i/n with the same n for every task");
  return {(id - first) / step + 1, count};
}

} // namespace

std::string Shard::part() const {
  return count == 1 ? "" : std::to_string(index) + "-of-" + std::to_string(count);
}

Shard parse_shard(const std::string& text) {
  if (text == "slurm") return of_array_task();
  const auto slash = text.find('/');
  const auto index = core::parsed<int>(std::string_view(text).substr(0, slash));
  const auto count =
      slash == std::string::npos ? std::nullopt : core::parsed<int>(std::string_view(text).substr(slash + 1));
  core::require(index && count && *index >= 1 && *index <= *count,
                "--shard " + text +
                    ": no shard (a shard is i/n with 1 <= i <= n) write 3/40, or slurm in a task of "
                    "an array job");
  return {*index, *count};
}

std::vector<std::vector<Group>> dealt(const Plan& plan, int count) {
  const Finished nothing(plan.keys.size(),
                         std::vector<bool>(static_cast<std::size_t>(plan.replications), false));
  std::vector<std::vector<Group>> shards(static_cast<std::size_t>(count));
  using Load = std::pair<double, std::size_t>; // of a shard; the lower index first among equals
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t i = 0; i < shards.size(); ++i) loads.emplace(0.0, i);
  for (Group& group : missing(plan, nothing)) {
    const auto [load, index] = loads.top();
    loads.pop();
    loads.emplace(load + group.expected, index);
    shards[index].push_back(std::move(group));
  }
  return shards;
}

std::vector<Group> of_shard(const Plan& plan, const Shard& shard) {
  return std::move(dealt(plan, shard.count)[static_cast<std::size_t>(shard.index - 1)]);
}

std::vector<Group> unfinished(const std::vector<Group>& groups, const Finished& finished) {
  std::vector<Group> out;
  for (const Group& group : groups) {
    Group left;
    for (const Cell& cell : group.cells) {
      if (!finished[static_cast<std::size_t>(cell.setting)][static_cast<std::size_t>(cell.replicate)])
        left.cells.push_back(cell);
    }
    left.expected =
        group.expected * static_cast<double>(left.cells.size()) / static_cast<double>(group.cells.size());
    if (!left.cells.empty()) out.push_back(std::move(left));
  }
  return out;
}

std::string index_list(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < ascending.size(); first = ++last) {
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(ascending[first]);
    if (last > first) text += "-" + std::to_string(ascending[last]);
  }
  return text;
}

} // namespace experiments
