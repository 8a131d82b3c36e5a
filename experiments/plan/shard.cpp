#include "experiments/plan/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <functional>
#include <optional>
#include <queue>

#include "core/contract.hpp"

namespace experiments {
namespace {

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

int from_environment(const char* name, std::optional<int> fallback) {
  const char* const text = std::getenv(name);
  const auto number = text == nullptr ? fallback : whole_number(text);
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
  const auto index = whole_number(std::string_view(text).substr(0, slash));
  const auto count =
      slash == std::string::npos ? std::nullopt : whole_number(std::string_view(text).substr(slash + 1));
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
