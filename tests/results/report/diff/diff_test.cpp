#include "results/report/diff.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"

using namespace results;

// Wrong answers first: every way in which two files can differ is seen.

namespace {

/// The one cell in which a changed copy differs from the original.
DifferingCell only_difference(void (*change)(Results&)) {
  const Results one = example_results(4);
  Results other = one;
  change(other);
  const CellComparison cells = compare_cells(one, other, 10);
  REQUIRE(cells.different == 1);
  REQUIRE(cells.first.size() == 1);
  CHECK(cells.same + 1 == one.rows.size());
  CHECK_FALSE(cells.is_equal());
  return cells.first[0];
}

std::size_t row_with(const Rows& rows, Outcome outcome) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows.outcome[i] == static_cast<std::int32_t>(outcome)) return i;
  throw std::logic_error("no such row");
}

} // namespace

TEST_CASE("a last bit, a sign of zero, a NaN, an outcome, an error each make a cell differ",
          "[diff][checker]") {
  DifferingCell cell =
      only_difference([](Results& r) { r.rows.values["gkl"][0] = std::nextafter(0.0, 1.0); });
  CHECK(cell.values[0].name == "gkl");
  CHECK(cell.values[0].b == "5e-324");
  cell = only_difference([](Results& r) { r.rows.values["cre"][1] = 0.0; }); // -0.0 is stored
  CHECK(cell.values[0].a == "-0");
  CHECK(cell.key.replicate == 1);
  cell = only_difference([](Results& r) { r.rows.values["lambda"][0] = std::nan(""); });
  CHECK(cell.values[0].b == "nan");
  cell = only_difference([](Results& r) { r.rows.outcome[0] = 1; });
  CHECK(cell.values[0].name == "status");
  CHECK(cell.values[0].b == "not_converged");
  cell = only_difference([](Results& r) { r.failures[0].error += "."; });
  CHECK(cell.values[0].name == "error");
  cell = only_difference([](Results& r) { r.failures[0].stage = "tune"; });
  CHECK(cell.values[0].name == "stage");
}

TEST_CASE("a number of a series and its length make a cell differ", "[diff][checker]") {
  DifferingCell cell =
      only_difference([](Results& r) { r.rows.series["criterion"].columns["value"][2] = 7; });
  CHECK(cell.values[0].name == "criterion.value[2]");
  CHECK(cell.values[0].a == "inf");
  cell = only_difference([](Results& r) {
    SeriesTable& path = r.rows.series["path"];
    path.row.pop_back();
    for (auto& [name, column] : path.columns) column.pop_back();
  });
  CHECK(cell.values[0].name == "path.pi");
  CHECK_THAT(cell.values[0].a, Catch::EndsWith("numbers"));
}

TEST_CASE("a failure that only one file has is a different status", "[diff][checker]") {
  const Results one = example_results(4);
  Results other = one;
  const std::size_t row = row_with(one.rows, Outcome::failed);
  other.rows.outcome[row] = 0;
  std::erase_if(other.failures, [&](const Failure& failure) { return failure.key == one.failures[0].key; });
  const CellComparison cells = compare_cells(one, other, 10);
  CHECK(cells.different == 1);
  CHECK(cells.first[0].values[0].a == "failed");
}

TEST_CASE("cells that one file alone has are counted, by common settings and others", "[diff][checker]") {
  const Results one = example_results(4);
  const std::size_t settings = one.card.settings.size();
  CellComparison cells = compare_cells(one, example_results(7), 10);
  CHECK(cells.only_a == 0);
  CHECK(cells.only_b == 3 * settings);
  CHECK_FALSE(cells.is_equal());
  Results other = one;
  other.card.settings[0].key = std::string(32, 'e');
  cells = compare_cells(one, other, 10);
  CHECK(cells.others_a == 4);
  CHECK(cells.others_b == 4);
  CHECK(cells.same == 4 * (settings - 1));
  CHECK_FALSE(cells.is_equal());
}

TEST_CASE("a file is equal to itself, in any order of settings and whatever else than results differs",
          "[diff]") {
  const Results one = example_results(4);
  CellComparison cells = compare_cells(one, one, 10);
  CHECK(cells.is_equal());
  CHECK(cells.same == one.rows.size());
  Results other = one;
  for (double& seconds : other.rows.seconds) seconds *= 3;
  for (Failure& failure : other.failures) {
    failure.replay.clear();
    failure.signal = 9;
    failure.stderr_tail = "elsewhere";
  }
  other.provenance.clear();
  other.rows.values["never"] = std::vector<double>(one.rows.size(), std::nan(""));
  CHECK(compare_cells(one, other, 10).is_equal());
  StudyCard card = example_card(4);
  std::reverse(card.settings.begin(), card.settings.end());
  CHECK(compare_cells(one, assemble(card, example_records(example_card(4))), 10).is_equal());
  CHECK(compare_cells({}, {}, 10).is_equal());
}

TEST_CASE("the first few differing cells are listed with both values and the command to see one again",
          "[diff]") {
  const Results one = example_results(4);
  Results other = one;
  for (double& value : other.rows.values["lambda"]) value += 1;
  const CellComparison cells = compare_cells(one, other, 2);
  REQUIRE(cells.first.size() == 2);
  const std::string text = cells_text(cells, {one, other, "runs/a", "b.h5"});
  CHECK_THAT(text, Catch::Contains("lambda: A 1, B 2\n"));
  CHECK_THAT(text, Catch::Contains("marginlab replay runs/a " + cells.first[0].key.text() + "\n"));
  CHECK_THAT(text, Catch::Contains("  and " + std::to_string(cells.different - 2) + " more\n"));
}

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

TEST_CASE("z has the tail of the difference of the means over their combined standard error",
          "[diff][manufactured]") {
  // means 2 and 7, variances 1 and 4 over 3 and 4 replicates: se^2 = 1/3 and 1
  const MeanComparison means = compare_one({1, 2, 3}, {5, 9, 7 - std::sqrt(2.0), 7 + std::sqrt(2.0)});
  CHECK(means.beyond.compared == 1);
  // t 4.33 with the 2 degrees of freedom of the three: P(|T| > t) = .0494, and so P(|Z| > 1.965)
  CHECK(means.beyond.largest == Approx(1.965).margin(0.002));
  CHECK(means.largest.empty());
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

TEST_CASE("z is that of B less A, and is beyond on either side", "[diff]") {
  const std::vector<double> low{1, 2, 3, 2, 1, 3, 2, 1}, high{11, 12, 13, 12, 11, 13, 12, 11};
  for (const bool rises : {true, false}) {
    const MeanComparison means = rises ? compare_one(low, high) : compare_one(high, low);
    CAPTURE(rises);
    REQUIRE(means.largest.size() == 1);
    CHECK((means.largest[0].z > 0) == rises);
    CHECK(means.beyond.beyond == 1);
  }
}
