#include "results/report/verdicts/claims.hpp"

#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/format/reliability_svg.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/verdicts/verdicts.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using handmade::inf;

/// b - a is `by` in the mean with the standard error 1, over four replicates that swing far more than that.
Results apart(double by) {
  const double s = std::sqrt(3.0);
  const std::vector<double> a{1100, 1300, 1500, 1700};
  return handmade::methods({{"a", a},
                            {"b", {a[0] + by - s, a[1] + by + s, a[2] + by + s, a[3] + by - s}},
                            {"c", {100, inf, 1, 1}}});
}

// Of four replicates a t of this size is a z of two, and of three.
constexpr double two = 3.3068, three = 9.2189;

ClaimRow row(Relation relation, const std::string& left, const std::string& right,
             const std::string& tolerance = "") {
  return {"1", {{"data", "usps"}}, "error_percent", relation, "method", left, right, tolerance};
}

Verdict verdict_of(Results all, const std::vector<ClaimRow>& rows) {
  all.card.claims = {{"1", "The sentence.", rows}};
  return judged_claims(all).at(0).verdict;
}

Verdict less(double by) {
  return verdict_of(apart(by), {row(Relation::less, "a", "b")});
}

} // namespace

TEST_CASE(
    "less: a difference of the wrong sign beyond three standard errors fails, whatever single means swing",
    "[claims][checker]") {
  CHECK(less(-three - .1) == Verdict::off);
  CHECK(less(-three + .1) == Verdict::cannot_tell);
  CHECK(less(0) == Verdict::cannot_tell);
  CHECK(less(two - .1) == Verdict::cannot_tell);
  CHECK(less(two + .1) == Verdict::match);
}

TEST_CASE("a claim fails if one of its comparisons does, and holds only if all do", "[claims][checker]") {
  const Results all = apart(two + .5);
  const ClaimRow good = row(Relation::less, "a", "b"), bad = row(Relation::equals, "a", "1100"),
                 unsure = row(Relation::within, "a", "b", "1");
  CHECK(verdict_of(all, {good}) == Verdict::match);
  CHECK(verdict_of(all, {bad}) == Verdict::cannot_tell); // 300 with an error of 129
  CHECK(verdict_of(all, {unsure}) == Verdict::cannot_tell);
  CHECK(verdict_of(all, {good, unsure}) == Verdict::cannot_tell);
  CHECK(verdict_of(all, {good, row(Relation::less, "a", "1")}) == Verdict::off);
  CHECK(verdict_of(all, {unsure, row(Relation::less, "a", "1")}) == Verdict::off);
}

TEST_CASE("within: both ends count, by an absolute tolerance and by one in percent of the right side",
          "[claims][checker]") {
  const auto within = [](double by, const std::string& tolerance) {
    return verdict_of(apart(by), {row(Relation::within, "b", "a", tolerance)});
  };
  CHECK(within(0, "3.4") == Verdict::match);
  CHECK(within(0, "3.2") == Verdict::cannot_tell);
  CHECK(within(12, "2.7") == Verdict::off);
  CHECK(within(-12, "2.7") == Verdict::off);
  CHECK(within(5, "8.4") == Verdict::match);
  // 10% of a, in pairs: b - 1.1 a = -140 with the standard error of (.1 a), 12.9, and 1 of b - a
  CHECK(within(0, "10%") == Verdict::match);
  CHECK(within(300, "10%") == Verdict::off);
}

TEST_CASE("equals: one replicate that differs is no equality", "[claims][checker]") {
  Results all = handmade::methods({{"a", {36, 36, 36}}, {"b", {36, 36, 36}}});
  CHECK(verdict_of(all, {row(Relation::equals, "a", "b")}) == Verdict::match);
  CHECK(verdict_of(all, {row(Relation::equals, "a", "36")}) == Verdict::match);
  CHECK(verdict_of(all, {row(Relation::equals, "a", "24")}) == Verdict::off);
  all.rows.values["error_percent"][1] = 37;
  CHECK(verdict_of(all, {row(Relation::equals, "a", "b")}) == Verdict::cannot_tell);
}

TEST_CASE("infinite: a finite mean fails once it is over as many replicates as the paper's",
          "[claims][checker]") {
  Results all = apart(0);
  CHECK(verdict_of(all, {row(Relation::infinite, "c", "")}) == Verdict::match);
  CHECK(verdict_of(all, {row(Relation::infinite, "a", "")}) == Verdict::off);
  all.card.published_replications = 100;
  CHECK(verdict_of(all, {row(Relation::infinite, "a", "")}) == Verdict::cannot_tell);
}

TEST_CASE("an infinite mean is above a finite one, and two are level", "[claims][degenerate]") {
  const Results all = apart(0);
  CHECK(verdict_of(all, {row(Relation::less, "a", "c")}) == Verdict::match);
  CHECK(verdict_of(all, {row(Relation::less, "c", "a")}) == Verdict::off);
  CHECK(verdict_of(handmade::methods({{"a", {inf, 1}}, {"b", {1, inf}}}), {row(Relation::less, "a", "b")}) ==
        Verdict::cannot_tell);
}

TEST_CASE("one replicate has no error, and tells nothing", "[claims][degenerate]") {
  CHECK(verdict_of(handmade::methods({{"a", {1}}, {"b", {2}}}), {row(Relation::less, "a", "b")}) ==
        Verdict::cannot_tell);
}

TEST_CASE("claims are what a study without published numbers is judged by, and are added to numbers",
          "[claims]") {
  Results all = apart(10);
  all.card.claims = {{"1", "a beats b.", {row(Relation::less, "a", "b")}},
                     {"2", "b beats a.", {row(Relation::less, "b", "a")}}};
  all.card.claims[1].rows[0].claim = "2";
  VerdictCounts counts = judge(all).counts;
  CHECK(counts.by_verdict == std::array<std::size_t, 4>{1, 1, 0, 0});
  CHECK(compose(all).counts.by_verdict == counts.by_verdict);
  all.card.published = {handmade::printed("a", "1400", "10")};
  all.card.published_replications = 100;
  counts = judge(all).counts;
  CHECK(counts.by_verdict == std::array<std::size_t, 4>{1, 1, 1, 2});
  CHECK(compose(all).counts.by_verdict == counts.by_verdict);
}

TEST_CASE("the report has each claim's sentence with its verdict, and what it compares", "[claims]") {
  Results all = apart(5);
  all.card.claims = {{"1", "a beats b.", {row(Relation::less, "a", "b"), row(Relation::infinite, "c", "")}}};
  const Document document = compose(all);
  const auto grid = std::find_if(document.grids.begin(), document.grids.end(), [](const Grid& one) {
    return one.title == "zhang2013/small: what the claims compare";
  });
  REQUIRE(grid != document.grids.end());
  CHECK(grid->rows[0].labels == std::vector<std::string>{"1", "", "TE %", "<a> < <b>"});
  CHECK(flat(grid->rows[0].entries[2]) == "5.00 (1.000)");
  CHECK(grid->rows[0].entries[3].text == "5.00");
  CHECK(grid->rows[1].labels[3] == "<c> infinite");
  const std::string text = render(all, Format::text);
  CHECK_THAT(text, Catch::Contains("Claim 1, holds: a beats b.") &&
                       Catch::Contains("1 of 1 hold, 0 fail, 0 cannot be told."));
}

TEST_CASE("another reading of a block has its verdict beside, uncounted, where a claim names that block",
          "[claims][checker]") {
  Results all = handmade::methods({{"a", {1, 2, 3}}, {"b", {2, 3, 4}}, {"c", {3, 4, 5}}, {"d", {7, 8, 9}}});
  all.card.axes[2].values[2].stands_for = "a"; // c is below d, and not below b
  all.card.claims = {{"1", "a beats b.", {row(Relation::less, "a", "b"), row(Relation::less, "a", "d")}},
                     {"2", "a beats d.", {row(Relation::less, "a", "d")}},
                     {"3", "b beats d.", {row(Relation::less, "b", "d")}},
                     {"4", "a beats c.", {row(Relation::less, "a", "c")}}};
  const std::vector<ClaimReading> readings = claim_readings(all);
  REQUIRE(readings.size() == 1);
  CHECK(readings[0].label == "<c>");
  CHECK(readings[0].verdicts ==
        std::vector<std::optional<Verdict>>{Verdict::off, Verdict::match, std::nullopt, std::nullopt});
  CHECK(judge(all).counts.by_verdict == std::array<std::size_t, 4>{4, 0, 0, 0});
  CHECK_THAT(render(all, Format::text), Catch::Contains("with <c>") && Catch::Contains("not counted"));
}

TEST_CASE("a reading of a place is judged there", "[claims][checker]") {
  Results all = handmade::methods({{"a", {1, 2, 3}}, {"b", {2, 3, 4}}});
  all.card.axes[0].values.push_back({"rest", "Rest", "usps"});
  all.card.points.push_back({{{"data", "rest"}, {"method", "a"}}, 1});
  all.card.points.push_back({{{"data", "rest"}, {"method", "b"}}, 0});
  all.card.claims = {{"1", "a beats b.", {row(Relation::less, "a", "b")}}};
  REQUIRE(judged_claims(all).at(0).verdict == Verdict::match);
  CHECK(claim_readings(all).at(0).verdicts.at(0) == Verdict::off);
}

TEST_CASE("a stored claim of what the study lacks is said, not guessed", "[claims]") {
  CHECK_THROWS_WITH(verdict_of(apart(0), {row(Relation::less, "z", "a")}),
                    Catch::Contains("claim 1") && Catch::Contains("'z' of method"));
}

namespace {

/// 20 rates on 10 points: multiples of a half percent.
Results small(const std::vector<Published>& printed) {
  Results all = handmade::methods({{"a", {10, 20, 0}}, {"b", {10, 10, 10}}, {"c", {0, 10, 0}}});
  for (double& points : all.rows.values["test_points"]) points = 10;
  all.card.published = printed;
  all.card.published_replications = 20;
  all.card.published_attainable = "test_points";
  return all;
}

const Grid* grid_of(const Document& document) {
  for (const Grid& grid : document.grids)
    if (grid.title.find("no study of 20") != std::string::npos) return &grid;
  return nullptr;
}

std::string note_of(const Document& document) {
  for (const Section& section : document.sections)
    if (section.heading == "Attainable numbers") return section.lines.at(0);
  return "";
}

} // namespace

TEST_CASE("printed error rates that cannot be are listed with the nearest that can, the others are not",
          "[attainable][checker]") {
  const Document document = compose(small(
      {handmade::printed("a", "1.10"), handmade::printed("b", "1.25"), handmade::printed("c", "1.50")}));
  const Grid* grid = grid_of(document);
  REQUIRE(grid != nullptr);
  REQUIRE(grid->rows.size() == 2);
  CHECK(grid->rows[0].labels.back() == "<a>");
  CHECK(grid->rows[0].entries[0].text == "1.10");
  CHECK(grid->rows[0].entries[1].text == "10");
  CHECK(grid->rows[0].entries[2].text == "1.0000");
  CHECK(grid->rows[0].entries[3].text == "no");
  CHECK(grid->rows[1].entries[3].text == "only if ties count half");
  CHECK_THAT(note_of(document), Catch::Contains("3 of 3 printed rates are printed finely enough") &&
                                    Catch::Contains("1 cannot be such a mean, 1 only if ties count half"));
}

TEST_CASE("a table whose numbers can all be has the note and no list; one that is not asked has neither",
          "[attainable]") {
  Results all = small({handmade::printed("a", "1.50")});
  CHECK(grid_of(compose(all)) == nullptr);
  CHECK_THAT(note_of(compose(all)), Catch::Contains("0 cannot be such a mean"));
  all.card.published_attainable.clear();
  CHECK(note_of(compose(all)).empty());
}

TEST_CASE("a cell whose replicates have different test points is not asked, and counted", "[attainable]") {
  Results all = small({handmade::printed("a", "1.10")});
  all.rows.values["test_points"][1] = 11;
  const Document document = compose(all);
  CHECK(grid_of(document) == nullptr);
  CHECK_THAT(note_of(document), Catch::Contains("0 of 0 printed rates"));
}

namespace {

/// Three of ten bins have points: 2 at 0.05 of which none, 4 at 0.25 of which one, 1 at 0.97 of which one.
std::vector<core::ReliabilityBin> diagram() {
  core::Vector q(7), y(7);
  q << 0.05, 0.05, 0.25, 0.25, 0.25, 0.25, 0.97;
  y << -1, -1, 1, -1, -1, -1, 1;
  return core::reliability(q, y);
}

double number(const xml::Element& element, const std::string& name) {
  return std::stod(element.attributes.at(name));
}

} // namespace

TEST_CASE("the table of a reliability diagram is this one", "[report][reliability][golden]") {
  CHECK(reliability_text(diagram()) ==
        "probability  count  mean predicted  share of positives   95 % interval\n"
        "0 to 0.1         2           0.050               0.000  0.000 to 0.658\n"
        "0.1 to 0.2       0              --                  --              --\n"
        "0.2 to 0.3       4           0.250               0.250  0.046 to 0.699\n"
        "0.3 to 0.4       0              --                  --              --\n"
        "0.4 to 0.5       0              --                  --              --\n"
        "0.5 to 0.6       0              --                  --              --\n"
        "0.6 to 0.7       0              --                  --              --\n"
        "0.7 to 0.8       0              --                  --              --\n"
        "0.8 to 0.9       0              --                  --              --\n"
        "0.9 to 1         1           0.970               1.000  0.207 to 1.000\n");
}

TEST_CASE("the picture of a reliability diagram is well-formed and has a point where the share is",
          "[report][reliability][manufactured]") {
  const xml::Element svg = xml::read(reliability_svg("p & q <1>", diagram()));
  CHECK(svg.attributes.at("aria-label") == "p & q <1>");
  const auto points = svg.all("circle");
  REQUIRE(points.size() == 3);
  REQUIRE(svg.all("rect", "count").size() == 10);
  const xml::Element& diagonal = *svg.all("line", "diagonal").front();
  const double left = number(diagonal, "x1"), right = number(diagonal, "x2"), bottom = number(diagonal, "y1"),
               top = number(diagonal, "y2");
  const double mean[] = {0.05, 0.25, 0.97}, share[] = {0, 0.25, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK((number(*points[k], "cx") - left) / (right - left) == Approx(mean[k]));
    CHECK((bottom - number(*points[k], "cy")) / (bottom - top) == Approx(share[k]).margin(1e-9));
  }
  const xml::Element& bar = *svg.all("g", "bin")[1]->all("line").front();
  CHECK((number(bar, "y1") - number(bar, "y2")) / (bottom - top) ==
        Approx(0.699358 - 0.045587).epsilon(1e-4));
  CHECK_THAT(svg.all("g", "bin")[1]->text(),
             Catch::Contains("4 points, mean 0.250, share 0.250 (95 %: 0.046 to 0.699)"));
}

TEST_CASE("a reliability diagram of no points is still a picture", "[report][reliability][degenerate]") {
  const auto bins = core::reliability(core::Vector(0), core::Vector(0));
  CHECK(xml::read(reliability_svg("", bins)).all("circle").empty());
}

TEST_CASE("less: a margin of exactly two standard errors holds, the next smaller one cannot tell",
          "[claims][degenerate]") {
  // 10, 11, 12: the mean is 11 and its standard error the root of 1/3, with two degrees of freedom.
  const Results all = handmade::methods({{"a", {10, 11, 12}}});
  const Summary left = Averages(all).of(0, "error_percent");
  const auto z = [&](double right) { return normal_equivalent((right - left.mean) / left.se, 2); };
  const auto next = [](double right) { return std::nextafter(right, 100.0); };
  double low = 13, right = 15; // by bisection: the first double that is two errors away
  while (next(low) < right) {
    const double middle = low + (right - low) / 2;
    (z(middle) < 2 ? low : right) = middle;
  }
  REQUIRE(z(right) == 2);
  const auto less_than = [&](double number) {
    return verdict_of(all, {row(Relation::less, "a", core::shortest(number))});
  };
  CHECK(less_than(right) == Verdict::match);
  CHECK(less_than(std::nextafter(right, 0.0)) == Verdict::cannot_tell);
}

TEST_CASE("a claim without a comparison cannot be told", "[claims][degenerate]") {
  CHECK(verdict_of(apart(0), {}) == Verdict::cannot_tell);
}

TEST_CASE("a claim fails beyond three standard errors, not at them, and a number equals until then",
          "[claims][degenerate]") {
  const Results all = handmade::methods({{"a", {10, 11, 12}}});
  const Summary left = Averages(all).of(0, "error_percent");
  const auto z = [&](double right) { return normal_equivalent((right - left.mean) / left.se, 2); };
  double low = -5, right = 9; // by bisection: the first double that is no more than three errors below
  while (std::nextafter(low, 100.0) < right) {
    const double middle = low + (right - low) / 2;
    (z(middle) < -3 ? low : right) = middle;
  }
  REQUIRE(z(right) == -3);
  const auto less_than = [&](Relation relation, double number) {
    return verdict_of(all, {row(relation, "a", core::shortest(number))});
  };
  CHECK(less_than(Relation::less, right) == Verdict::cannot_tell);
  CHECK(less_than(Relation::less, low) == Verdict::off);
  CHECK(z(7.5) < -2);
  CHECK(z(7.5) > -3);
  CHECK(less_than(Relation::equals, 7.5) == Verdict::cannot_tell);
  CHECK(less_than(Relation::equals, low) == Verdict::off);
}
