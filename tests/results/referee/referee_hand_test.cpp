#include <algorithm>

#include "results/record/text.hpp"
#include "results/referee/place_index.hpp"
#include "results/referee/referee.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using Catch::Contains;

namespace {

Published number(const std::string& method, const std::string& metric, const std::string& value,
                 const std::string& se = "") {
  return {{{"data", "d"}, {"method", method}}, metric, value, se};
}

std::size_t impossible(const std::vector<Remark>& remarks) {
  return static_cast<std::size_t>(std::count_if(
      remarks.begin(), remarks.end(), [](const Remark& one) { return one.gravity == Gravity::impossible; }));
}

std::string said(const std::vector<Remark>& remarks) {
  std::string out;
  for (const Remark& one : remarks) out += one.check + ": " + one.sentence + "\n";
  return out;
}

PaperDesign rates(double replications, double points) {
  PaperDesign design;
  design.replications = replications;
  design.rates = {{"error_percent", 100}};
  design.data[""].test_points = points;
  return design;
}

PaperDesign improvements() {
  PaperDesign design;
  design.improvement = {"improvement_percent", {"gkl", "cre"}, "method", "platt"};
  return design;
}

std::vector<Published> means(const std::string& improvement) {
  return {number("platt", "gkl", "0.581"), number("bracket", "gkl", "0.566"), number("platt", "cre", "0.548"),
          number("bracket", "cre", "0.500"), number("bracket", "improvement_percent", improvement)};
}

std::vector<Published> ranks(const std::vector<std::string>& printed) {
  std::vector<Published> out;
  for (std::size_t i = 0; i < printed.size(); ++i)
    out.push_back(number(std::string(1, static_cast<char>('a' + i)), "rank_mse", printed[i]));
  return out;
}

PaperDesign of_ranks(std::optional<Ties> ties = {}) {
  PaperDesign design;
  design.ranks = {{"rank_mse", "method", 4, ties}};
  return design;
}

} // namespace

TEST_CASE("referee: a mean of 20 rates on 10 points is a multiple of a half percent", "[referee][checker]") {
  const auto remarks = referee({number("a", "error_percent", "1.10"), number("b", "error_percent", "1.50"),
                                number("c", "error_percent", "1.25"), number("d", "error_percent", "")},
                               {}, rates(20, 10));
  CHECK(impossible(remarks) == 1);
  CHECK_THAT(said(remarks),
             Contains("data d, method a: 1.10 is not a mean of 20 rates on 10 points (the nearest is 1)") &&
                 Contains("method c: 1.25 is a mean of 20 rates on 10 points only if ties count half") &&
                 Contains("3 mean error rates asked, 3 printed finely enough to tell"));
  CHECK(remarks[1].number == 0);
}

TEST_CASE("referee: rates whose test points nobody names are not asked, and counted", "[referee]") {
  const auto remarks = referee({number("a", "error_percent", "1.10")}, {}, rates(20, 0));
  CHECK(impossible(remarks) == 0);
  CHECK_THAT(said(remarks), Contains("1 not asked (replications or test points unknown)"));
}

TEST_CASE("referee: an improvement must follow from the two printed means, whatever was rounded off",
          "[referee][checker]") {
  CHECK(impossible(referee(means("2.58"), {}, improvements())) == 0); // 100 (1 - .566 / .581) = 2.582
  CHECK(impossible(referee(means("2.75"), {}, improvements())) == 0); // .5655 / .5815
  CHECK(impossible(referee(means("2.80"), {}, improvements())) == 1);
  CHECK(impossible(referee(means("2.3"), {}, improvements())) == 1);
  CHECK(impossible(referee(means("8.76"), {}, improvements())) == 0); // of cre
  CHECK_THAT(said(referee(means("2.58"), {}, improvements())),
             Contains("they follow gkl in 1 of 1 cells") && Contains("they follow cre in 0 of 1 cells"));
  CHECK_THAT(said(referee(means("5"), {}, improvements())),
             Contains("method bracket: an improvement of 5 follows from no pair of printed means"));
}

TEST_CASE("referee: a number of a large table is found by few comparisons, whatever the order of its rows",
          "[referee]") {
  std::size_t comparisons = 0;
  const auto counting = [&](const auto& one, const auto& other) {
    ++comparisons;
    return one < other;
  };
  constexpr std::size_t rows = 20000, most = 2 * 20; // 2 log2 n
  std::vector<Published> numbers;
  for (std::size_t i = 0; i < rows; ++i)
    numbers.push_back(number("method " + std::to_string(i * 7919 % rows), "gkl", "0.5"));
  PlaceIndex index(counting);
  for (const Published& one : numbers) index.add(one);
  CHECK(comparisons <= rows * most);
  comparisons = 0;
  for (const Published& one : numbers) CHECK(index.at(one.at, "gkl") == &one);
  CHECK(comparisons <= rows * most);
  CHECK(index.at(numbers.front().at, "cre") == nullptr);
}

TEST_CASE("referee: an improvement of a blank mean is not asked", "[referee][degenerate]") {
  auto numbers = means("2.58");
  for (Published& one : numbers)
    if (one.at.at("method") == "platt") one.value = "";
  CHECK(referee(numbers, {}, improvements()).empty());
  numbers = means("2.58");
  numbers[0].value = numbers[2].value = "inf";
  CHECK(referee(numbers, {}, improvements()).empty());
}

TEST_CASE("referee: ranks are k / N, and their sum says how ties are ranked", "[referee][checker]") {
  const auto whole = referee(ranks({"1.25", "2.00", "2.75"}), {}, of_ranks());
  CHECK(impossible(whole) == 0);
  CHECK_THAT(said(whole), Contains("the ranks sum to 6, and 3 without ties to 6: the same within rounding"));
  const auto smallest = referee(ranks({"1.25", "2.00", "2.50"}), {}, of_ranks());
  CHECK(impossible(smallest) == 0);
  CHECK_THAT(said(smallest), Contains("ties share the smallest rank"));
  CHECK(impossible(referee(ranks({"1.25", "2.00", "2.50"}), {}, of_ranks(Ties::average))) == 1);
  CHECK(impossible(referee(ranks({"1.30", "2.00", "2.75"}), {}, of_ranks())) == 1);
  CHECK_THAT(said(referee(ranks({"1.375", "2.000", "2.625"}), {}, of_ranks())),
             Contains("1.375 is an average of 4 ranks only if ties share a mean"));
  CHECK(impossible(referee(ranks({"1.375", "2.000", "2.625"}), {}, of_ranks(Ties::smallest))) == 2);
  CHECK(impossible(referee(ranks({"0.50", "0.25", "1.00"}), {}, of_ranks())) == 1); // below three ones
  CHECK_THAT(said(referee(ranks({"1.25", "2.00", "3.00"}), {}, of_ranks())),
             Contains("ties share the largest rank"));
}

TEST_CASE("referee: counts of tests are whole, and no more than there are", "[referee][checker]") {
  PaperDesign design;
  design.tests_over = 11;
  const auto asked = [&](const std::vector<PublishedCount>& counts) {
    return impossible(referee({}, counts, design));
  };
  CHECK(asked({{{}, "a", "b", "3"}, {{}, "b", "a", "8"}, {{}, "a", "a", "0"}}) == 0);
  CHECK(asked({{{}, "a", "b", "12"}}) == 1);
  CHECK(asked({{{}, "a", "b", "2.5"}}) == 1);
  CHECK(asked({{{}, "a", "b", "4"}, {{}, "b", "a", "8"}}) == 1);
  CHECK(asked({{{}, "a", "a", "1"}}) == 1);
}

TEST_CASE("referee: on fresh points no rule varies less than a constant one", "[referee][checker]") {
  PaperDesign design = rates(100, 100);
  design.data[""].is_random = true; // sqrt(.2 .8 / 100 / 100) = .4 percent
  const auto asked = [&](const std::string& se) {
    return impossible(referee({number("a", "error_percent", "20.0", se)}, {}, design));
  };
  CHECK(asked("0.10") == 1);
  CHECK(asked("0.26") == 1);
  CHECK(asked("0.29") == 0); // 3 standard deviations of the error would forbid it, 4.75 do not
  CHECK(asked("0.35") == 0); // by accident it may be so
  CHECK(asked("0.40") == 0);
  CHECK(asked("2.00") == 0);
  design.data[""].is_random = false;
  CHECK(asked("0.10") == 0);
}

TEST_CASE("referee: the share of one class with a constant rule's error is called what it is",
          "[referee][checker]") {
  PaperDesign design = rates(100, 100);
  design.data[""] = {100, 200, 70, true}; // sqrt(.35 .65 / 100 x 100 / 199 / 100) = .338 percent
  const auto says = [&](const std::string& value, const std::string& se) {
    return said(referee({number("nn", "error_percent", value, se)}, {}, design));
  };
  CHECK_THAT(says("35.1", "0.34"), Contains("35.1 is the share of one class"));
  CHECK_THAT(says("64.9", "0.34"), Contains("64.9 is the share of one class"));
  CHECK_THAT(says("35.1", "0.60"), !Contains("share of one class"));
  CHECK_THAT(says("30.0", "0.34"), !Contains("share of one class"));
}

TEST_CASE("referee: a design that gives no ground to ask says nothing", "[referee][degenerate]") {
  CHECK(referee(means("2.58"), {}, {}).empty());
  CHECK(referee({}, {}, rates(20, 10)).empty());
}

TEST_CASE("an EGKL above its GKL is impossible, whatever was rounded", "[referee][checker]") {
  const auto of = [](const std::string& egkl, const std::string& gkl) {
    return referee({number("m", "egkl", egkl), number("m", "gkl", gkl)}, {}, {});
  };
  CHECK(impossible(of(".1321", ".1110")) == 1);
  CHECK_THAT(said(of(".1321", ".1110")), Contains("EGKL .1321 is above GKL .1110"));
  CHECK(impossible(of(".1110", ".1321")) == 0);
  CHECK(impossible(of(".12", ".12")) == 0);
  CHECK(impossible(of(".121", ".12")) == 0); // .1205 and .125
  CHECK(referee({number("m", "egkl", ".2")}, {}, {}).empty());
}

TEST_CASE("errors of CRE that are no larger than those of GKL speak for one pool, in many rows alone",
          "[referee][checker]") {
  const auto of = [](std::size_t rows, const std::string& cre, const std::string& gkl) {
    std::vector<Published> all;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::string name(1, static_cast<char>('a' + i));
      all.push_back(number(name, "cre", ".5", cre));
      all.push_back(number(name, "gkl", ".5", gkl));
    }
    return said(referee(all, {}, {}));
  };
  CHECK_THAT(of(6, ".0010", ".0010"),
             Contains("data d: the error of CRE is above that of GKL in 0 of 6 rows"));
  CHECK_THAT(of(5, ".0010", ".0010"), !Contains("data d"));
  CHECK_THAT(of(6, ".0014", ".0010"), !Contains("data d"));
}

TEST_CASE("referee: an improvement that follows from the ends of its two means is possible",
          "[referee][degenerate]") {
  // The reference is 2, at most 2.5; the other is at least an odd number of half thousandths of it, and their
  // improvement at most 39.5, say, which is printed as 40.
  for (int percent = 10; percent < 80; ++percent) {
    const double most = percent - 0.5, least = 2.5 * (1 - most / 100);
    CAPTURE(percent);
    const std::vector<Published> printed{number("platt", "gkl", "2"),
                                         number("bracket", "gkl", decimal(least + 0.0005, 3)),
                                         number("bracket", "improvement_percent", std::to_string(percent))};
    CHECK(impossible(referee(printed, {}, improvements())) == 0);
  }
}

TEST_CASE("referee: ranks whose rounding just reaches the sum without ties have that sum",
          "[referee][degenerate]") {
  CHECK_THAT(said(referee(ranks({"1.5", "1.6"}), {}, of_ranks())), Contains("the same within rounding"));
}

TEST_CASE("referee: a test may come out so on every data set", "[referee][degenerate]") {
  PaperDesign design;
  design.tests_over = 11;
  CHECK(impossible(referee({}, {{{}, "a", "b", "11"}, {{}, "b", "a", "0"}}, design)) == 0);
}

TEST_CASE("referee: errors of CRE and GKL are compared by their mean square, whichever is larger in a row",
          "[referee][checker]") {
  std::vector<Published> rows;
  for (int i = 0; i < 8; ++i) {
    const std::string method(1, static_cast<char>('a' + i));
    rows.push_back(number(method, "cre", "0.500", i == 0 ? "0.011" : "0.005"));
    rows.push_back(number(method, "gkl", "0.600", "0.010"));
  }
  CHECK_THAT(said(referee(rows, {}, {})), Contains("above that of GKL in 1 of 8 rows"));
}
