#include "experiments/plan/shard.hpp"

#include <cstdlib>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "tests/experiments/plan/plans.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

std::set<std::pair<int, int>> cells(const std::vector<Group>& groups) {
  std::set<std::pair<int, int>> out;
  for (const Group& group : groups)
    for (const Cell& cell : group.cells) out.emplace(cell.setting, cell.replicate);
  return out;
}

double load(const std::vector<Group>& groups) {
  double sum = 0;
  for (const Group& group : groups) sum += group.expected;
  return sum;
}

/// Variables of the environment for as long as a test lasts.
class Environment {
 public:
  explicit Environment(std::map<std::string, std::string> values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) setenv(name.c_str(), value.c_str(), 1);
  }
  ~Environment() {
    for (const auto& [name, value] : values_) unsetenv(name.c_str());
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::map<std::string, std::string> values_;
};

} // namespace

TEST_CASE("shards are disjoint, cover the plan and are alike in expected cost", "[shard]") {
  const Plan plan = plan_of_sizes({50, 200, 1000}, 40);
  for (const int count : {1, 2, 7, 40, 300}) {
    CAPTURE(count);
    std::set<std::pair<int, int>> all;
    std::size_t sum = 0;
    double most = 0, least = 1e300, largest_group = 0;
    for (int i = 1; i <= count; ++i) {
      const auto own = of_shard(plan, {i, count});
      const auto dealt_cells = cells(own);
      sum += dealt_cells.size();
      all.insert(dealt_cells.begin(), dealt_cells.end());
      most = std::max(most, load(own));
      least = std::min(least, load(own));
      for (const Group& group : own) largest_group = std::max(largest_group, group.expected);
    }
    CHECK(sum == plan.cells());
    CHECK(all.size() == plan.cells());
    CHECK(most - least <= largest_group);
  }
}

TEST_CASE("what is finished changes what is left of a shard, not what it consists of", "[shard]") {
  const Plan plan = plan_of_sizes({50, 200}, 10);
  const auto own = of_shard(plan, {2, 3});
  Finished finished(2, std::vector<bool>(10, false));
  const Cell done = own.front().cells.front();
  finished[static_cast<std::size_t>(done.setting)][static_cast<std::size_t>(done.replicate)] = true;
  auto expected = cells(own);
  expected.erase({done.setting, done.replicate});
  CHECK(cells(unfinished(own, finished)) == expected);
  CHECK(unfinished(own, Finished(2, std::vector<bool>(10, true))).empty());
}

TEST_CASE("a shard is read from i/n and nothing else", "[shard][degenerate]") {
  CHECK(parse_shard("3/40").index == 3);
  CHECK(parse_shard("3/40").count == 40);
  CHECK(parse_shard("3/40").part() == "3-of-40");
  CHECK(parse_shard("1/1").part().empty());
  for (const char* wrong : {"", "3", "/", "0/4", "5/4", "-1/4", "3/", "/4", "a/b", "3/4/5", " 3/4", "3/4 ",
                            "3.0/4", "99999999999/4"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(parse_shard(wrong), core::UserError);
  }
}

TEST_CASE("a task of a Slurm array knows its shard from its environment", "[shard]") {
  CHECK_THROWS_AS(parse_shard("slurm"), core::UserError);
  {
    const Environment task(
        {{"SLURM_ARRAY_TASK_ID", "13"}, {"SLURM_ARRAY_TASK_MIN", "10"}, {"SLURM_ARRAY_TASK_COUNT", "8"}});
    CHECK(parse_shard("slurm").index == 4);
    CHECK(parse_shard("slurm").count == 8);
  }
  {
    const Environment stepped({{"SLURM_ARRAY_TASK_ID", "6"},
                               {"SLURM_ARRAY_TASK_MIN", "0"},
                               {"SLURM_ARRAY_TASK_COUNT", "5"},
                               {"SLURM_ARRAY_TASK_STEP", "2"}});
    CHECK(parse_shard("slurm").index == 4);
  }
  const Environment holes(
      {{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MIN", "3"}, {"SLURM_ARRAY_TASK_COUNT", "2"}});
  CHECK_THROWS_WITH(parse_shard("slurm"), Catch::Contains("the array has holes"));
}
