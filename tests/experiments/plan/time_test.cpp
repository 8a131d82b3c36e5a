#include <cmath>

#include "core/random/stream.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/plan/times.hpp"
#include "tests/experiments/plan/plans.hpp"
#include "tests/support/catch.hpp"

// Times are numbers here: no test waits for a clock.
using namespace experiments;

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
  const Plan plan = plan_of_sizes({100, 400}, 1);
  CellTimes times(plan);
  const double guess = expected_cost(plan.settings[1]);
  CHECK(times.of(1).mean == Approx(guess));
  times.enter(0, 5 * expected_cost(plan.settings[0]));
  CHECK(times.of(1).timings == 0);
  CHECK(times.of(1).mean == Approx(5 * guess));
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
  CellTimes times(plan_of_sizes({100, 200, 400}, 10));
  times.enter(0, 1);
  times.enter(0, 1);
  const auto ordered = pilots_first(single_cells({0, 0, 1, 1, 2, 2}), times);
  std::vector<int> settings;
  for (const Group& group : ordered) settings.push_back(group.cells.front().setting);
  CHECK(settings == std::vector<int>{2, 1, 2, 1, 0, 0});
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
