#include <algorithm>
#include <set>

#include "core/contract.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/plan/times.hpp"
#include "experiments/run/estimate.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/experiments/plan/plans.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("what takes longest is begun first", "[plan][order]") {
  const Plan plan = plan_of_sizes({100, 400, 200}, 2);
  const Finished nothing(3, std::vector<bool>(2, false));
  const std::vector<Group> groups = missing(plan, nothing);
  REQUIRE(groups.size() == 6);
  CHECK(groups.front().expected > groups.back().expected);
  CHECK(std::is_sorted(groups.begin(), groups.end(),
                       [](const Group& a, const Group& b) { return a.expected > b.expected; }));
}

TEST_CASE("thousands are parted by commas, behind a sign too", "[plan][order]") {
  CHECK(thousands(0) == "0");
  CHECK(thousands(999) == "999");
  CHECK(thousands(1000) == "1,000");
  CHECK(thousands(-123) == "-123");
  CHECK(thousands(-123456) == "-123,456");
  CHECK(thousands(12345678) == "12,345,678");
}

TEST_CASE("a run of more than thirty days is refused, and a piece of work of more than one",
          "[plan][order][degenerate]") {
  constexpr double hour = 3600;
  const Plan plan = plan_of_sizes({100}, 100);
  std::vector<Group> groups;
  for (std::int32_t r = 0; r < 100; ++r) groups.push_back({{{0, r}}, 0});
  const auto refused = [&](double seconds, std::size_t count) {
    CellTimes times(plan);
    times.enter(0, seconds);
    try {
      require_bearable(times, {groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(count)}, 1);
    } catch (const core::UserError&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(refused(23 * hour, 10));
  CHECK(refused(23 * hour, 100)); // 96 days of pieces that are bearable
  CHECK_FALSE(refused(1 * hour, 100));
  CHECK(refused(25 * hour, 1)); // a piece that a kill would lose whole
}

TEST_CASE("a quarter of ten rows is three of them, and halves go up", "[own_data][held_out]") {
  CHECK(own_data::rows_held_out(10, 0.25) == 3);
  CHECK(own_data::rows_held_out(8, 0.25) == 2);
  CHECK(own_data::rows_held_out(9, 0.25) == 2);
  CHECK(own_data::rows_held_out(11, 0.25) == 3);
  CHECK(own_data::rows_held_out(10, 0) == 0);
  CHECK_THROWS_AS(own_data::rows_held_out(1, 0.25), core::UserError);
}

TEST_CASE("a stored setting that does not read back as its own text is refused", "[setting][degenerate]") {
  const Plan plan = plan_of_sizes({123}, 1);
  Setting setting = plan.settings.front();
  setting.classifier = conformance::chosen(catalogue().classifiers.front());
  const std::string text = canonical(setting);
  CHECK(canonical(parse_setting(text)) == text);
  CHECK_THROWS_WITH(parse_setting(" " + text), Catch::Contains("does not read back as itself"));
  std::string other = text;
  const std::size_t number = other.find("\"n_train\":123");
  REQUIRE(number != std::string::npos);
  other.insert(number + 13, ".0");
  CHECK_THROWS_AS(parse_setting(other), core::UserError);
}

TEST_CASE("random streams are named by the data, not by how its file was read", "[setting]") {
  std::size_t readings = 0;
  for (const core::Entry& entry : catalogue().data)
    for (const core::ParameterSpec& spec : entry.parameters) {
      if (!spec.is_reading) continue;
      Setting one{conformance::chosen(entry), {}, {}, {}, 3}, other = one;
      for (const std::string& word : spec.words) other.data.parameters.set(spec.key, word);
      if (spec.words.empty()) other.data.parameters.set(spec.key, std::string("another"));
      CAPTURE(entry.id, spec.key);
      CHECK(stream_axes(one, 0).data == stream_axes(other, 0).data);
      ++readings;
    }
  CHECK(readings > 0);
}
