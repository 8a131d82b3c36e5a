#include <cmath>
#include <limits>
#include <random>

#include "results/report/diff/means.hpp"
#include "results/report/diff/text.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

using Values = std::vector<std::vector<double>>; ///< [points][replicates]

/// A study with one metric whose settings are named by `seed`; NaN = the replicate failed.
Results study(char seed, const Values& values) {
  Results out;
  out.card.axes = {{"data", "Data", false, {}}};
  out.card.metrics = {{"loss", "Loss", "", true}};
  for (std::size_t p = 0; p < values.size(); ++p) {
    const std::string number = std::to_string(p), name = "set" + number;
    out.card.axes[0].values.push_back({name, name});
    out.card.settings.push_back({std::string(32 - number.size(), seed) + number, ""});
    out.card.points.push_back({{{"data", name}}, static_cast<std::int32_t>(p)});
    for (std::size_t r = 0; r < values[p].size(); ++r) {
      out.rows.setting.push_back(static_cast<std::int32_t>(p));
      out.rows.replicate.push_back(static_cast<std::int32_t>(r));
      out.rows.outcome.push_back(std::isnan(values[p][r]) ? 2 : 0);
      out.rows.values["loss"].push_back(values[p][r]);
      out.rows.seconds.push_back(0);
    }
  }
  return out;
}

MeanComparison compare_one(const std::vector<double>& a, const std::vector<double>& b) {
  return compare_means(study('a', {a}), study('b', {b}));
}

Values drawn(unsigned seed, std::size_t points, double shift_of_first) {
  std::mt19937 dice(seed);
  std::normal_distribution<double> normal;
  Values out(points);
  for (std::size_t p = 0; p < points; ++p)
    for (int r = 0; r < 50; ++r) out[p].push_back(normal(dice) + (p == 0 ? shift_of_first : 0));
  return out;
}

} // namespace

TEST_CASE("a mean five standard errors away is found among many that are not", "[diff][checker]") {
  const double shift = 5 * std::sqrt(2.0 / 50);
  const Results one = study('a', drawn(1, 40, 0)), other = study('b', drawn(2, 40, shift + 0.2));
  const MeanComparison means = compare_means(one, other);
  CHECK(means.points == 40);
  CHECK(means.beyond.compared == 40);
  REQUIRE(means.largest.size() >= 1);
  CHECK(means.largest[0].at.at("data") == "set0");
  CHECK(means.beyond.is_more_than_chance());
  CHECK_THAT(means_text(means, {one, other, "a", "b"}), Catch::Contains("data = set0, loss: A "));
}

TEST_CASE("two draws of one distribution differ by no more than chance", "[diff]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const MeanComparison means =
        compare_means(study('a', drawn(2 * seed, 40, 0)), study('b', drawn(2 * seed + 1, 40, 0)));
    CAPTURE(seed, means.beyond.beyond, means.beyond.largest);
    CHECK_FALSE(means.beyond.is_more_than_chance());
  }
}

TEST_CASE("z is the difference of the means over their combined standard error", "[diff][manufactured]") {
  // means 2 and 7, variances 1 and 4 over 3 and 4 replicates: se^2 = 1/3 and 1
  const MeanComparison means = compare_one({1, 2, 3}, {5, 9, 7 - std::sqrt(2.0), 7 + std::sqrt(2.0)});
  CHECK(means.beyond.compared == 1);
  CHECK(means.beyond.largest == Approx(5 / std::sqrt(1.0 / 3 + 1)));
  REQUIRE(means.largest.size() == 1);
  CHECK(means.largest[0].z > 0);
}

TEST_CASE("without spread equal means are equal, and others infinitely far apart", "[diff][degenerate]") {
  CHECK(compare_one({0.1, 0.1, 0.1}, {0.1, 0.1}).beyond.largest == 0);
  const MeanComparison apart = compare_one({0.1, 0.1}, {0.2, 0.2});
  CHECK(std::isinf(apart.beyond.largest));
  CHECK(apart.beyond.is_more_than_chance());
}

TEST_CASE("one replicate cannot be tested, unless it is equal", "[diff][degenerate]") {
  const MeanComparison other = compare_one({1}, {2, 3, 4});
  CHECK(other.untestable == 1);
  CHECK(other.beyond.compared == 0);
  CHECK_FALSE(other.beyond.is_more_than_chance());
  CHECK(compare_one({1}, {1}).beyond.compared == 1);
}

TEST_CASE("infinite values are compared by their shares, the finite ones by their means",
          "[diff][degenerate]") {
  CHECK(compare_one({inf, inf}, {inf, inf}).beyond.largest == 0);
  std::vector<double> never(100, 0.0), often(100, inf), once(100, 0.0);
  for (int i = 0; i < 100; ++i)
    never[static_cast<std::size_t>(i)] = once[static_cast<std::size_t>(i)] = i % 7;
  once[7] = inf;
  for (int i = 0; i < 60; ++i) often[static_cast<std::size_t>(i)] = i % 7;
  CHECK_FALSE(compare_one(never, once).beyond.is_more_than_chance());
  const MeanComparison means = compare_one(never, often);
  CHECK(means.beyond.compared == 2);
  CHECK(means.beyond.largest == Approx(0.4 / std::sqrt(0.2 * 0.8 * 0.02)));
  CHECK(means.beyond.is_more_than_chance());
  CHECK(compare_one({1, 2, 3}, {inf, inf, inf}).beyond.largest == Approx(std::sqrt(6.0)));
}

TEST_CASE("a side that ran and has no value differs; one that has not run cannot be compared",
          "[diff][degenerate]") {
  const double failed = std::nan("");
  CHECK(compare_one({1, 2, 3}, {failed, failed}).one_sided == 1);
  const MeanComparison missing = compare_one({1, 2, 3}, {});
  CHECK(missing.one_sided == 0);
  CHECK(missing.untestable == 1);
  CHECK(compare_one({}, {}).untestable == 0);
  CHECK(compare_one({failed}, {failed}).one_sided == 0);
}

TEST_CASE("points with equal settings are left to the cells; those at other places are counted", "[diff]") {
  const Values values = drawn(3, 4, 0);
  CHECK(compare_means(study('a', values), study('a', values)).points == 0);
  Results other = study('b', values);
  other.card.points.pop_back();
  other.card.points[0].at = {{"data", "elsewhere"}};
  const MeanComparison means = compare_means(study('a', values), other);
  CHECK(means.points == 2);
  CHECK(means.points_a == 2);
  CHECK(means.points_b == 1);
}

TEST_CASE("points that share a setting in both files are compared once", "[diff][degenerate]") {
  Results one = study('a', {{1, 2, 3}}), other = study('b', {{1, 2, 4}});
  for (Results* results : {&one, &other}) results->card.points.push_back({{{"data", "again"}}, 0});
  CHECK(compare_means(one, other).points == 1);
}
