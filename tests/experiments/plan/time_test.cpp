#include <cmath>

#include "core/random/stream.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/plan/cost.hpp"
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

TEST_CASE("how far a run is goes by cost, and what is left by the wall time observed over processor time",
          "[time]") {
  const std::vector<CellTime> times{{10, 1.0, 0}, {10, 9.0, 0}};
  const auto of = [&](const std::vector<std::int64_t>& done, const std::vector<std::int64_t>& left,
                      double elapsed, int workers) {
    return advance_of(times, {done, left}, elapsed, workers);
  };
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
