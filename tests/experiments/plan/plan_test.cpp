#include "experiments/plan/plan.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/random/stream.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/plan/cost.hpp"
#include "experiments/plan/times.hpp"
#include "experiments/plan/until.hpp"
#include "results/statistics/summary.hpp"
#include "tests/experiments/plan/plans.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

// Times are numbers here: no test waits for a clock.

namespace {

/// Groups of one cell each.
std::vector<Group> single_cells(const std::vector<int>& settings) {
  std::vector<Group> out;
  for (std::size_t i = 0; i < settings.size(); ++i)
    out.push_back({{{settings[i], static_cast<std::int32_t>(i)}}, 0});
  return out;
}

} // namespace

TEST_CASE("the makespan is when the last worker is done", "[time]") {
  CHECK(makespan({}, 3) == 0);
  CHECK(makespan({4, 3, 2, 1}, 1) == 10);
  CHECK(makespan({4, 3, 2, 1}, 2) == 5);
  CHECK(makespan({4, 3, 2, 1}, 9) == 4);
  CHECK(makespan({1, 1, 4}, 2) == 5); // shortest first wastes a worker
}

TEST_CASE("a setting that was timed has the mean and spread of its timings", "[time]") {
  CellTimes times(plan_of_sizes({100}, 1));
  for (const double seconds : {1.0, 2.0, 6.0}) times.enter(0, seconds);
  CHECK(times.of(0).timings == 3);
  CHECK(times.of(0).mean == Approx(3));
  CHECK(times.of(0).sd == Approx(std::sqrt(7.0)));
}

TEST_CASE("a setting that was never timed is guessed by the formula, scaled by where it can be checked",
          "[time]") {
  const Plan plan = plan_of_sizes({100, 400, 400, 400}, 1);
  CellTimes times(plan);
  const double guess = expected_cost(plan.settings[3]);
  CHECK(times.of(3).mean == Approx(guess));
  times.enter(1, 5 * guess);
  CHECK(times.of(3).timings == 0);
  const double once = times.of(3).mean;
  CHECK(once > 2.5 * guess);
  CHECK(once < 5 * guess);
  times.enter(2, 5 * guess);
  CHECK(times.of(3).mean > once);
  CHECK(times.of(3).mean < 5 * guess);
}

TEST_CASE(
    "a cheap setting that took a hundred times its guess does not make the dear ones a hundred times dearer",
    "[time]") {
  const Plan plan = plan_of_sizes({20, 2000}, 1);
  const double cheap = expected_cost(plan.settings[0]), dear = expected_cost(plan.settings[1]);
  REQUIRE(cheap < dear / 500);
  CellTimes times(plan);
  times.enter(0, 100 * cheap);
  CHECK(times.of(1).mean < 3 * dear);
  CHECK(times.of(1).mean > dear);
}

TEST_CASE("a guess may be off by a factor of three either way, and a range says so", "[time]") {
  const CellTime guessed{0, 2.0, 0};
  const Forecast forecast = processor_time({guessed}, {10});
  CHECK(forecast.likely == Approx(20));
  CHECK(forecast.low < 20 / 3.0);
  CHECK(forecast.high > 60);
}

TEST_CASE("of a hundred studies with known times, ranges from ten timings hold the truth in at least ninety",
          "[time][manufactured]") {
  core::Stream stream("times");
  int held = 0, held_threefold = 0;
  for (int study = 0; study < 100; ++study) {
    const Plan plan = plan_of_sizes({100, 200, 300}, 100);
    CellTimes times(plan);
    double truth = 0;
    for (std::size_t s = 0; s < 3; ++s) {
      for (int r = 0; r < 100; ++r) {
        const double seconds = static_cast<double>(s + 1) * -std::log(stream.uniform());
        if (r < 10)
          times.enter(s, seconds);
        else
          truth += seconds;
      }
    }
    const Forecast range = processor_time(times.all(), {90, 90, 90});
    held += range.low <= truth && truth <= range.high ? 1 : 0;
    held_threefold += range.low <= 3 * truth && 3 * truth <= range.high ? 1 : 0;
  }
  CHECK(held >= 90);
  CHECK(held_threefold <= 10); // a range that held everything would say nothing
}

TEST_CASE("wall time is the processor time packed onto the workers", "[time]") {
  CellTimes times(plan_of_sizes({100, 200}, 10));
  for (int i = 0; i < 2; ++i) {
    times.enter(0, 1);
    times.enter(1, 10);
  }
  const auto groups = single_cells({1, 0, 0, 0});
  CHECK(wall_time(times.all(), groups, 1).likely == Approx(13));
  CHECK(wall_time(times.all(), groups, 2).likely == Approx(10));
  CHECK(wall_time(times.all(), {}, 2).likely == 0);
}

TEST_CASE("pilots come first, one of every setting that was never timed, then the longest", "[time]") {
  const Plan plan = plan_of_sizes({100, 200, 400}, 10);
  CellTimes times(plan);
  times.enter(0, expected_cost(plan.settings[0]));
  times.enter(0, expected_cost(plan.settings[0]));
  const auto ordered = pilots_first(single_cells({0, 0, 1, 1, 2, 2}), times);
  std::vector<int> settings;
  for (const Group& group : ordered) settings.push_back(group.cells.front().setting);
  CHECK(settings == std::vector<int>{2, 1, 2, 1, 0, 0});
}

TEST_CASE("how far a run is goes by cost, and what is left by the wall time observed over processor time",
          "[time]") {
  const std::vector<CellTime> times{{10, 1.0, 0}, {10, 9.0, 0}};
  const auto of = [&](const std::vector<std::int64_t>& done, const std::vector<std::int64_t>& left,
                      double elapsed,
                      int workers) { return advance_of(times, {done, left}, elapsed, workers); };
  CHECK(of({9, 0}, {0, 1}, 9, 1).share == Approx(0.5)); // 9 of 10 cells, and half of the cost
  CHECK(of({9, 1}, {0, 0}, 18, 1).share == 1);
  CHECK(of({9, 1}, {0, 0}, 18, 1).left.likely == 0);
  CHECK(of({0, 0}, {9, 1}, 3, 2).share == 0);
  CHECK(of({0, 0}, {9, 1}, 3, 2).left.likely == Approx(9)); // nothing observed: shared by two
  // Two workers that get half of a processor each: 90 s of processor time and one under way took 91 s.
  CHECK(of({90, 0}, {90, 0}, 91, 2).left.likely == Approx(90));
  CHECK(of({90, 0}, {90, 0}, 45.5, 2).left.likely == Approx(45));
}

TEST_CASE("the expected cost follows method, size, inputs, kernel, loss and criterion", "[time]") {
  const auto cost = [](const std::string& data, const std::string& method, const std::string& classifier = "",
                       const std::string& kernel = "linear", std::int64_t n = 100) {
    Setting setting;
    setting.data.id = data;
    setting.data.parameters.set("n_train", n);
    setting.method.id = method;
    if (method == "bracket") setting.method.parameters.set("intervals", std::int64_t{20});
    setting.classifier.id = classifier;
    setting.classifier.parameters.set("kernel", kernel);
    return expected_cost(setting);
  };
  const std::string simulated = "wang2008/example1", svm = "weighted_svm";
  for (const core::Entry& method : catalogue().methods) {
    CAPTURE(method.id);
    CHECK(cost(simulated, method.id, svm) > 0);
    CHECK(cost(simulated, method.id, svm, "linear", 400) > 3 * cost(simulated, method.id, svm));
  }
  CHECK(cost("mushroom", "bracket", svm) > 3 * cost(simulated, "bracket", svm)); // 126 inputs for 2
  CHECK(cost("ionosphere", "penalised_logistic") > 3 * cost(simulated, "penalised_logistic"));
  CHECK(cost(simulated, "platt", svm, "gaussian") > cost(simulated, "platt", svm));
  CHECK(cost(simulated, "platt", "weighted_psi") > cost(simulated, "platt", svm));
  CHECK(cost(simulated, "beta", svm) > 10 * cost(simulated, "platt", svm));
  // Seconds that were measured on one core, at a fixed lambda or a cross-validation over 21.
  const auto meets = [](double expected, double measured) {
    return expected > measured / 3 && expected < measured * 3;
  };
  CHECK(meets(cost(simulated, "kernel_logistic", svm), 2.5e-4));
  CHECK(meets(cost(simulated, "solution_path", svm, "linear", 300), 0.046));
  CHECK(meets(cost("ionosphere", "penalised_logistic", "", "", 150), 3.2e-4));
  CHECK(meets(cost(simulated, "beta", svm), 9.5e-3));
  // By bench/fit_guesses.py.
  Setting forest;
  forest.method.id = "random_forest";
  CHECK(meets(expected_cost(forest, {3750, 5000, 20, 2}), 14.4));
  Setting wide;
  wide.method.id = "platt";
  wide.classifier.id = svm;
  wide.classifier.parameters.set("kernel", std::string("gaussian"));
  wide.tuning.id = "fixed";
  CHECK(meets(expected_cost(wide, {15000, 5000, 20, 2}), 1.9));
  CHECK(meets(expected_cost(wide, {15000, 5000, 100, 2}), 7.0));
  CHECK(meets(expected_cost(wide, {5483, 1828, 112, 2}), 0.6));
}

TEST_CASE("few folds are expected to take less for each, because they leave fewer rows", "[time]") {
  const auto cost = [](std::int64_t folds, std::int64_t decision_folds) {
    Setting setting;
    setting.data.id = "wang2008/example1";
    setting.data.parameters.set("n_train", std::int64_t{3000});
    setting.method.id = "platt";
    setting.method.parameters.set("decision_values", std::string("cross_validated"));
    setting.method.parameters.set("decision_folds", decision_folds);
    setting.classifier.id = "weighted_svm";
    setting.classifier.parameters.set("kernel", std::string("gaussian"));
    setting.tuning.id = "cross_validation";
    setting.tuning.parameters.set("folds", folds);
    setting.tuning.parameters.set("lambda", std::vector<double>{0.1, 1, 10});
    return expected_cost(setting);
  };
  CHECK(cost(2, 5) / 2 < 0.5 * cost(5, 5) / 5);
  CHECK(cost(5, 2) < 0.5 * cost(5, 5));
  CHECK(cost(10, 5) / 10 > cost(5, 5) / 5);
}

TEST_CASE("a prediction is made once, when every setting was timed, and holds what it said", "[time]") {
  CellTimes times(plan_of_sizes({100, 200}, 10));
  times.enter(0, 1);
  const auto groups = single_cells({0, 0, 1, 1});
  Predictor predictor(groups, times, 1);
  CHECK_FALSE(predictor.said());
  times.enter(0, 1);
  predictor.advance(0);
  CHECK_FALSE(predictor.said());
  times.enter(1, 3);
  predictor.advance(1);
  REQUIRE(predictor.said());
  CHECK(predictor.said()->cells == 2);
  CHECK(predictor.said()->wall.likely == Approx(4).margin(0.5)); // a cell of each is left
  CHECK(Predictor(groups, times, 1).said()->cells == 0);
}

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

namespace {

const double infinity = std::numeric_limits<double>::infinity();

/// Settings whose values by replicate are these.
results::Results with_values(const std::vector<std::vector<double>>& values) {
  results::Results out;
  out.card.replications = static_cast<std::int32_t>(values.front().size());
  for (std::size_t s = 0; s < values.size(); ++s) {
    out.card.settings.push_back({std::string(32, static_cast<char>('0' + s)), ""});
    for (std::size_t r = 0; r < values[s].size(); ++r) {
      out.rows.setting.push_back(static_cast<std::int32_t>(s));
      out.rows.replicate.push_back(static_cast<std::int32_t>(r));
      out.rows.outcome.push_back(0);
      out.rows.values["gkl"].push_back(values[s][r]);
    }
  }
  return out;
}

/// The standard error of the report, over the first replicates.
double error_over(const std::vector<double>& values, std::int32_t count) {
  results::Series series;
  for (std::int32_t r = 0; r < count; ++r) series.push_back({r, values[static_cast<std::size_t>(r)]});
  return results::summarise(series).se;
}

} // namespace

TEST_CASE("enough is the first number of replications at which the report's errors are all small",
          "[until][oracle]") {
  core::Stream stream("until");
  for (int attempt = 0; attempt < 20; ++attempt) {
    std::vector<std::vector<double>> values(3);
    for (std::size_t s = 0; s < 3; ++s)
      for (int r = 0; r < 80; ++r) values[s].push_back(static_cast<double>(s + 1) * stream.uniform());
    const Until until{0.1, "gkl", 100};
    std::optional<std::int32_t> expected;
    for (std::int32_t r = 10; r <= 80 && !expected; ++r) {
      bool all = true;
      for (const auto& row : values) all = all && error_over(row, r) <= until.mcse;
      if (all) expected = r;
    }
    CHECK(enough(until, with_values(values), 10) == expected);
  }
}

TEST_CASE("replications are not fewer than the least, and never enough with an infinite value",
          "[until][degenerate]") {
  const Until until{0.1, "gkl", 100};
  CHECK(enough(until, with_values({std::vector<double>(20, 0.5)}), 7) == 7);
  CHECK(enough(until, with_values({std::vector<double>(20, 0.5)}), 1) == 2); // one value has no error
  auto values = std::vector<double>(20, 0.5);
  values[3] = infinity;
  CHECK(enough(until, with_values({values}), 1) == 2); // the rule looks no further
  CHECK_FALSE(enough(until, with_values({values}), 4));
  CHECK_FALSE(enough({0.1, "absent", 100}, with_values({values}), 1));
}

TEST_CASE("failed replicates are left out of the rule", "[until][degenerate]") {
  auto values = std::vector<double>(20, 0.5);
  values[0] = std::nan("");
  CHECK(enough({0.1, "gkl", 100}, with_values({values}), 1) == 3);
}

TEST_CASE(
    "the next try is what the spread calls for, between a quarter more and three times, at most the maximum",
    "[until]") {
  std::vector<double> coin;
  for (int r = 0; r < 100; ++r) coin.push_back(r % 2); // error about .05
  const auto next = [&](double mcse, std::int32_t most) {
    return next_try({mcse, "gkl", most}, with_values({coin}), 100);
  };
  CHECK(next(0.04, 10000) == Approx(158).margin(2));
  CHECK(next(0.049, 10000) == 125);
  CHECK(next(0.001, 10000) == 300);
  CHECK(next(0.001, 250) == 250);
}
